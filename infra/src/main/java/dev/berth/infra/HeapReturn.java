package dev.berth.infra;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has the JVM give memory back that it needed in a burst and needs no more. Left alone, G1 keeps a heap as large as it
 * ever was until something makes it look; {@code java -jar} can carry no options, but these can be set while it runs.
 */
final class HeapReturn {
    private static final Logger LOG = LoggerFactory.getLogger(HeapReturn.class);
    private static final Map<String, String> OPTIONS =
            Map.of("G1PeriodicGCInterval", "15000", "MinHeapFreeRatio", "10", "MaxHeapFreeRatio", "25");

    private HeapReturn() {}

    /** Sets what this JVM knows of the options. Another collector, or another JVM, goes on as it is. */
    static void enable() {
        HotSpotDiagnosticMXBean options = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        OPTIONS.forEach((name, value) -> {
            try {
                if (options != null) {
                    options.setVMOption(name, value);
                }
            } catch (IllegalArgumentException e) {
                LOG.atDebug().addKeyValue("option", name).log("The JVM does not take an option for its heap");
            }
        });
    }
}
