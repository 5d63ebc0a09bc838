package dev.berth.infra.http;

import dev.berth.infra.http.openapi.EventPages;
import dev.berth.infra.http.openapi.OpenApiPages;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.concurrent.ThreadLocalRandom;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.ServerResponse;

/**
 * Serves the methods of the registry over HTTP. Expects beans of {@link MethodRegistry}, {@link Authenticator},
 * {@link ForeignCalls}, {@link InstantSource} and {@link MeterRegistry}.
 */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(Limits.class)
@Import(ProblemPage.class)
public class HttpConfiguration {
    @Bean
    ServletRegistrationBean<ApiServlet> apiServlet(
            MethodRegistry methods,
            Authenticator authenticator,
            ForeignCalls foreignCalls,
            Limits limits,
            InstantSource clock,
            MeterRegistry meters) {
        ApiServlet servlet = new ApiServlet(
                methods,
                authenticator,
                foreignCalls,
                limits,
                clock,
                () -> ThreadLocalRandom.current().nextLong(),
                new RequestRecorder(meters));
        ServletRegistrationBean<ApiServlet> registration = new ServletRegistrationBean<>(servlet, "/api/*");
        registration.setLoadOnStartup(1);
        return registration;
    }

    @Bean
    FilterRegistrationBean<RequestIds> requestIds() {
        FilterRegistrationBean<RequestIds> registration = new FilterRegistrationBean<>(new RequestIds());
        registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
        return registration;
    }

    @Bean
    TomcatSettings tomcatSettings(Limits limits) {
        return new TomcatSettings(limits.bodyTimeout(), Runtime.version().feature());
    }

    @Bean
    RouterFunction<ServerResponse> eventPages() {
        return EventPages.routes();
    }

    @Bean
    RouterFunction<ServerResponse> openApiPages(MethodRegistry methods) {
        return OpenApiPages.routes(methods);
    }
}
