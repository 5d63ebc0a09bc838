package dev.berth.infra.http.input;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.berth.api.Default;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.lang.annotation.Annotation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the shapes of records from their components and annotations, once per class. */
public final class Shapes {
    private static final Map<Class<?>, Shape.Fields> REHEARSABLE = new java.util.concurrent.ConcurrentHashMap<>();

    private static final ClassValue<Shape.Fields> CACHE = new ClassValue<>() {
        @Override
        protected Shape.Fields computeValue(Class<?> type) {
            return fields(type);
        }
    };

    private static final Annotations NONE = new Annotations() {
        @Override
        public <A extends Annotation> @Nullable A get(Class<A> wanted) {
            return null;
        }
    };

    private Shapes() {}

    /** The shape of a record. */
    public static Shape.Fields of(Class<?> record) {
        return CACHE.get(record);
    }

    /** The shape of any type that can stand in an answer. */
    public static Shape ofType(Class<?> type) {
        return type.isRecord() ? of(type) : shape(type, type, null, NONE);
    }

    /** An input with what every method that changes something takes besides. */
    record Rehearsable(Object input, boolean dryRun) {
        /** The name of that field. */
        static final String DRY_RUN = "dryRun";

        private static Object of(Shape.Fields shape, @Nullable Object[] values) throws Throwable {
            int last = values.length - 1;
            Object input = (Object) shape.maker().invokeExact(java.util.Arrays.copyOf(values, last));
            return new Rehearsable(input, Boolean.TRUE.equals(values[last]));
        }
    }

    /** The shape of an input that changes something: that of its record, and {@code dryRun}. */
    static Shape.Fields rehearsable(Class<?> type) {
        return REHEARSABLE.computeIfAbsent(type, Shapes::withDryRun);
    }

    private static Shape.Fields withDryRun(Class<?> type) {
        Shape.Fields shape = of(type);
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            MethodHandle maker = lookup.findStatic(
                            Rehearsable.class,
                            "of",
                            MethodType.methodType(Object.class, Shape.Fields.class, Object[].class))
                    .bindTo(shape);
            MethodHandle getter = lookup.findVirtual(Rehearsable.class, "dryRun", MethodType.methodType(boolean.class))
                    .asType(MethodType.methodType(Object.class, Object.class));
            List<Shape.Field> fields = new ArrayList<>(shape.fields());
            Shape.Field dryRun = new Shape.Field(
                    fields.size(), Rehearsable.DRY_RUN, new Shape.Bool(), false, false, "false", getter, false);
            fields.add(dryRun);
            Map<String, Shape.Field> byName = new LinkedHashMap<>(shape.byName());
            byName.put(dryRun.name(), dryRun);
            return new Shape.Fields(Rehearsable.class, List.copyOf(fields), Collections.unmodifiableMap(byName), maker);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("An input can't take dryRun", e);
        }
    }

    private static Shape.Fields fields(Class<?> type) {
        RecordComponent[] components = type.getRecordComponents();
        if (components == null) {
            throw new IllegalArgumentException(type.getName() + " is not a record");
        }
        List<Shape.Field> fields = new ArrayList<>();
        Map<String, Shape.Field> byName = new LinkedHashMap<>();
        for (int i = 0; i < components.length; i++) {
            Shape.Field field = field(i, components[i]);
            fields.add(field);
            byName.put(field.name(), field);
        }
        return new Shape.Fields(
                type, List.copyOf(fields), Collections.unmodifiableMap(byName), constructor(type, components));
    }

    private static Shape.Field field(int index, RecordComponent component) {
        JsonProperty renamed = component.getAccessor().getAnnotation(JsonProperty.class);
        String name = renamed == null ? component.getName() : renamed.value();
        AnnotatedType annotated = component.getAnnotatedType();
        Annotations annotations = new Annotations() {
            @Override
            public <A extends Annotation> @Nullable A get(Class<A> wanted) {
                return first(wanted, component.getAccessor(), annotated);
            }
        };
        Shape shape = shape(component.getType(), component.getGenericType(), annotated, annotations);
        Default filled = component.getAnnotation(Default.class);
        boolean nullable = annotations.get(Nullable.class) != null;
        Object defaultValue = filled == null ? null : InputReader.trusted(shape, filled.value());
        return new Shape.Field(
                index,
                name,
                shape,
                !nullable && filled == null,
                defaultValue,
                filled == null ? null : filled.value(),
                getter(component),
                component.getAccessor().isAnnotationPresent(JsonUnwrapped.class));
    }

    private static Shape shape(Class<?> raw, Type generic, @Nullable AnnotatedType annotated, Annotations annotations) {
        Size size = annotations.get(Size.class);
        int min = size == null ? 0 : size.min();
        int max = size == null ? Integer.MAX_VALUE : size.max();
        if (raw == String.class) {
            Pattern pattern = annotations.get(Pattern.class);
            return new Shape.Text(pattern == null ? null : java.util.regex.Pattern.compile(pattern.regexp()), min, max);
        }
        if (raw == int.class || raw == Integer.class) {
            return whole(annotations, Integer.MIN_VALUE, Integer.MAX_VALUE, true);
        }
        if (raw == long.class || raw == Long.class) {
            return whole(annotations, Long.MIN_VALUE, Long.MAX_VALUE, false);
        }
        if (raw == boolean.class || raw == Boolean.class) {
            return new Shape.Bool();
        }
        if (raw == Instant.class) {
            return new Shape.Moment();
        }
        if (raw.isEnum()) {
            return new Shape.Word(raw, constants(raw));
        }
        if (raw == List.class || raw == Set.class) {
            return new Shape.Items(item(generic, annotated), min, max, raw == Set.class);
        }
        if (raw == Map.class) {
            boolean deep = generic instanceof ParameterizedType map
                    && map.getActualTypeArguments()[1] instanceof ParameterizedType;
            return deep ? new Shape.Sections(min, max) : new Shape.Open(min, max);
        }
        if (raw.isRecord()) {
            return of(raw);
        }
        throw new IllegalArgumentException("No shape for " + raw.getName());
    }

    private static Shape item(Type generic, @Nullable AnnotatedType annotated) {
        Type argument = ((ParameterizedType) generic).getActualTypeArguments()[0];
        AnnotatedType inner = annotated instanceof AnnotatedParameterizedType parameterized
                ? parameterized.getAnnotatedActualTypeArguments()[0]
                : null;
        Class<?> raw = (Class<?>) (argument instanceof ParameterizedType type ? type.getRawType() : argument);
        return shape(raw, argument, inner, new Annotations() {
            @Override
            public <A extends Annotation> @Nullable A get(Class<A> wanted) {
                return inner == null ? null : inner.getAnnotation(wanted);
            }
        });
    }

    private static Shape.Whole whole(Annotations annotations, long least, long most, boolean asInt) {
        Min min = annotations.get(Min.class);
        Max max = annotations.get(Max.class);
        return new Shape.Whole(min == null ? least : min.value(), max == null ? most : max.value(), asInt);
    }

    private static Map<String, Object> constants(Class<?> type) {
        Map<String, Object> constants = new LinkedHashMap<>();
        for (Object constant : type.getEnumConstants()) {
            constants.put(word(constant), constant);
        }
        return Collections.unmodifiableMap(constants);
    }

    /** The word by which an enum's constant goes in JSON. */
    public static String word(Object constant) {
        Enum<?> value = (Enum<?>) constant;
        try {
            JsonProperty named =
                    value.getDeclaringClass().getField(value.name()).getAnnotation(JsonProperty.class);
            return named == null ? value.name() : named.value();
        } catch (NoSuchFieldException e) {
            throw new IllegalStateException(value + " is no constant of its own type", e);
        }
    }

    private static MethodHandle constructor(Class<?> type, RecordComponent[] components) {
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        try {
            return MethodHandles.lookup()
                    .findConstructor(type, MethodType.methodType(void.class, types))
                    .asSpreader(Object[].class, types.length)
                    .asType(MethodType.methodType(Object.class, Object[].class));
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException(type.getName() + " has no public canonical constructor", e);
        }
    }

    private static MethodHandle getter(RecordComponent component) {
        try {
            return MethodHandles.lookup()
                    .unreflect(component.getAccessor())
                    .asType(MethodType.methodType(Object.class, Object.class));
        } catch (IllegalAccessException e) {
            throw new IllegalArgumentException(component + " can't be read", e);
        }
    }

    private static <A extends Annotation> @Nullable A first(Class<A> wanted, AnnotatedElement... elements) {
        for (AnnotatedElement element : elements) {
            A found = element.getAnnotation(wanted);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private interface Annotations {
        <A extends Annotation> @Nullable A get(Class<A> wanted);
    }
}
