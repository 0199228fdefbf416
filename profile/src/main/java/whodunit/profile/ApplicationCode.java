// SPDX-License-Identifier: Apache-2.0
package whodunit.profile;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which Java methods are the application's own. A list of patterns says so, of which the longest that matches decides:
 * "com.acme.*" is a package and all below it, "com.acme.Main" a class and those nested in it, and with '!' in front it
 * is not the application's. What no pattern matches is the application's, unless a pattern of the user's says what is.
 */
public final class ApplicationCode {
    /** Containers, libraries and the JDK: what a request passes through before it reaches the application. */
    private static final String[] LIBRARIES = {
            // the JDK, and languages
            "java.", "javax.", "jdk.", "sun.", "com.sun.", "jakarta.", "org.xml.", "org.w3c.", "org.jcp.", "org.ietf.",
            "kotlin.", "kotlinx.", "scala.", "groovy.", "org.codehaus.groovy.", "clojure.",
            // containers and servers
            "org.apache.catalina.", "org.apache.coyote.", "org.apache.tomcat.", "org.apache.jasper.",
            "org.apache.juli.", "org.apache.naming.", "org.apache.el.", "org.eclipse.jetty.", "io.undertow.",
            "org.jboss.", "org.wildfly.", "io.netty.", "reactor.", "io.grpc.", "io.vertx.", "io.quarkus.",
            "io.smallrye.", "io.micronaut.", "org.xnio.", "io.helidon.", "com.linecorp.armeria.", "ratpack.",
            "fish.payara.", "org.jvnet.hk2.", "org.infinispan.", "com.arjuna.", "org.apache.felix.", "org.osgi.",
            "org.eclipse.osgi.", "org.eclipse.equinox.", "com.ibm.ws.", "com.ibm.wsspi.", "io.openliberty.",
            "org.crac.",
            // frameworks
            "org.springframework.", "org.glassfish.", "org.hibernate.", "org.eclipse.persistence.",
            "org.apache.ibatis.",
            "org.mybatis.", "org.jooq.", "org.thymeleaf.", "org.attoparser.", "ognl.", "freemarker.",
            "org.apache.velocity.", "org.apache.struts2.", "org.apache.wicket.", "org.aspectj.", "net.sf.cglib.",
            "io.reactivex.", "rx.", "org.reactivestreams.", "akka.", "org.apache.pekko.", "com.google.inject.",
            "org.eclipse.microprofile.", "graphql.", "org.apache.cxf.", "org.quartz.",
            // drivers, pools, caches, messages
            "org.apache.commons.", "com.zaxxer.hikari.", "com.mchange.", "com.alibaba.druid.", "org.mariadb.",
            "com.mysql.",
            "org.postgresql.", "org.h2.", "org.hsqldb.", "org.sqlite.", "oracle.", "com.microsoft.sqlserver.",
            "redis.clients.", "io.lettuce.", "org.redisson.", "com.mongodb.", "org.apache.kafka.", "com.rabbitmq.",
            "org.apache.activemq.", "com.github.benmanes.caffeine.", "org.ehcache.", "net.sf.ehcache.",
            "com.hazelcast.", "org.flywaydb.", "liquibase.",
            // clients, formats, logs, measurements
            "org.apache.http.", "org.apache.hc.", "okhttp3.", "okio.", "retrofit2.", "feign.", "com.fasterxml.",
            "tools.jackson.", "com.google.gson.", "com.google.common.", "com.google.protobuf.", "org.yaml.snakeyaml.",
            "org.antlr.", "antlr.", "org.slf4j.", "ch.qos.logback.", "org.apache.log4j.", "org.apache.logging.",
            "io.micrometer.", "io.opentelemetry.", "io.prometheus.", "com.codahale.metrics.", "io.dropwizard.",
            "net.bytebuddy.", "javassist.", "org.objectweb.asm.", "org.bouncycastle.", "org.apache.wss4j.",
            "com.typesafe.config.", "org.parboiled2.",
            // SEDA's and our own
            "whodunit.agent.", "whodunit.servlet.", "whodunit.seda.", "whodunit.disruptor.", "seda.sandStorm.",
            "seda.util.", "seda.nbio.", "com.lmax.disruptor.",
    };
    /** Applications whose names begin as a library's do. */
    private static final String[] APPLICATIONS = {"org.springframework.samples."};

    public static final ApplicationCode BUILT_IN = new ApplicationCode("");

    private final Map<String, Boolean> patterns = new LinkedHashMap<>();
    private final boolean otherwise;
    private final Map<String, Boolean> known = new ConcurrentHashMap<>();

    private ApplicationCode(String text) {
        for (String library : LIBRARIES)
            patterns.put(library, false);
        for (String application : APPLICATIONS)
            patterns.put(application, true);
        boolean named = false;
        for (String pattern : text.split("[,:]")) {
            String plain = pattern.strip();
            boolean is = !plain.startsWith("!");
            plain = is ? plain : plain.substring(1).strip();
            if (plain.isEmpty())
                continue;
            patterns.put(plain.endsWith("*") ? plain.substring(0, plain.length() - 1) : plain, is);
            named |= is;
        }
        otherwise = !named;
    }

    /** The built-in list and these patterns, separated by ',' or ':'; theirs win where they are equal. */
    public static ApplicationCode of(String patterns) {
        return patterns.isBlank() ? BUILT_IN : new ApplicationCode(patterns);
    }

    /** The patterns of several options. */
    public static ApplicationCode of(Collection<String> patterns) {
        return of(String.join(",", patterns));
    }

    /** @param method "package.Class.method" */
    public boolean has(String method) {
        return known.computeIfAbsent(method, this::decide);
    }

    private boolean decide(String method) {
        if (method.indexOf('.') < 0 || method.contains("$Proxy") || method.contains("$$Lambda"))
            return false;
        int longest = -1;
        boolean is = otherwise;
        for (Map.Entry<String, Boolean> pattern : patterns.entrySet()) {
            String p = pattern.getKey();
            if (p.length() > longest && matches(method, p)) {
                longest = p.length();
                is = pattern.getValue();
            }
        }
        return is;
    }

    private static boolean matches(String method, String pattern) {
        if (!method.startsWith(pattern))
            return false;
        if (pattern.isEmpty() || pattern.endsWith(".") || method.length() == pattern.length())
            return true;
        char next = method.charAt(pattern.length());
        return next == '.' || next == '$';
    }
}
