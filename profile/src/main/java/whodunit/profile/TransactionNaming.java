package whodunit.profile;

import java.util.List;
import java.util.Optional;

/** Names a transaction by its call path, where nothing upstream has named it: the outermost frame of the application. */
public final class TransactionNaming {
    /** Containers, libraries and the JDK: what a request passes through before it reaches the application. */
    private static final String[] NOT_APPLICATION = {
        "java.", "javax.", "jdk.", "sun.", "com.sun.", "jakarta.",
        "org.apache.catalina.", "org.apache.coyote.", "org.apache.tomcat.", "org.apache.jasper.", "org.apache.juli.",
        "org.apache.naming.", "org.apache.el.", "org.apache.commons.dbcp2.", "org.apache.commons.pool2.",
        "org.eclipse.jetty.", "io.undertow.", "org.jboss.", "org.wildfly.", "io.netty.",
        "org.springframework.", "com.zaxxer.hikari.", "org.mariadb.jdbc.", "com.mysql.",
        "org.xml.", "org.w3c.", "org.jcp.", "org.ietf.", "kotlin.", "scala.", "whodunit.agent.", "whodunit.servlet.",
        "seda.sandStorm.", "seda.nbio.", "seda.util.", "whodunit.seda.",
    };

    private TransactionNaming() {}

    /** @param frames outermost first */
    static Optional<String> ofStack(List<Frame> frames) {
        for (Frame f : frames)
            if (f.isApplication())
                return Optional.of(f.name());
        return Optional.empty();
    }

    /** The path of event handlers or SEDA stages at the end of a path, such as "accept > read > write". */
    static Optional<String> ofHandlers(List<Frame> path) {
        int first = path.size();
        while (first > 0 && path.get(first - 1).kind() == Frame.Kind.HANDLER)
            first--;
        return path.subList(first, path.size()).stream().map(f -> withoutAddress(f.name())).reduce((a, b) -> a + " > " + b);
    }

    /** A handler is "symbol (module+0xaddress)", or the latter alone where nothing knows its name. */
    private static String withoutAddress(String handler) {
        int address = handler.indexOf(" (");
        return address > 0 ? handler.substring(0, address) : handler;
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
