package whodunit.profile;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Names a transaction that nothing upstream has named: by the handlers or tiers that led to it, or by its call path,
 * which is the outermost frame of the application.
 */
public final class TransactionNaming {
    /** Containers, libraries and the JDK: what a request passes through before it reaches the application. */
    private static final String[] NOT_APPLICATION = {
            "java.", "javax.", "jdk.", "sun.", "com.sun.", "jakarta.",
            "org.apache.catalina.", "org.apache.coyote.", "org.apache.tomcat.", "org.apache.jasper.",
            "org.apache.juli.",
            "org.apache.naming.", "org.apache.el.", "org.apache.commons.dbcp2.", "org.apache.commons.pool2.",
            "org.eclipse.jetty.", "io.undertow.", "org.jboss.", "org.wildfly.", "io.netty.",
            "org.springframework.", "com.zaxxer.hikari.", "org.mariadb.jdbc.", "com.mysql.",
            "org.xml.", "org.w3c.", "org.jcp.", "org.ietf.", "kotlin.", "scala.", "whodunit.agent.",
            "whodunit.servlet.",
            "seda.sandStorm.", "seda.util.", "seda.nbio.", "whodunit.seda.", "whodunit.disruptor.",
            "com.lmax.disruptor.",
    };

    private TransactionNaming() {}

    /** @param frames outermost first */
    static Optional<String> ofStack(List<Frame> frames) {
        for (Frame f : frames)
            if (f.isApplication())
                return Optional.of(f.name());
        return Optional.empty();
    }

    /** @param path of a context; its handlers and tiers are the name, without the addresses that follow their symbols */
    static Optional<String> ofHandlers(List<Frame> path) {
        String name = path.stream().filter(f -> f.kind() == Frame.Kind.HANDLER)
                .map(f -> Frame.withoutAddress(f.name())).collect(Collectors.joining(" > "));
        return name.isEmpty() ? Optional.empty() : Optional.of(name);
    }

    /** Whether a Java method belongs to the application. */
    public static boolean isApplication(String name) {
        if (name.indexOf('.') < 0 || name.contains("$Proxy") || name.contains("$$Lambda"))
            return false;
        for (String prefix : NOT_APPLICATION)
            if (name.startsWith(prefix))
                return false;
        return true;
    }
}
