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
            "io.vavr.", "cats.", "fs2.", "zio.", "org.typelevel.", "shapeless.", "monix.", "arrow.core.", "arrow.fx.",

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
            "org.apache.camel.", "org.http4s.", "io.ktor.", "io.javalin.", "io.jooby.", "play.api.", "play.core.",
            "play.filters.", "play.http.", "play.libs.", "play.mvc.", "play.routing.", "play.server.", "org.koin.",
            "org.grails.", "grails.", "org.apache.shiro.", "org.apache.dubbo.", "org.apache.axis.",
            "org.apache.axis2.", "org.apache.myfaces.", "org.primefaces.", "org.zkoss.", "com.vaadin.flow.",
            "com.vaadin.server.", "org.axonframework.", "org.jobrunr.", "com.github.kagkarlsson.",
            "net.javacrumbs.shedlock.", "io.github.resilience4j.", "dev.failsafe.", "net.jodah.failsafe.",
            "com.netflix.hystrix.", "com.netflix.graphql.", "com.netflix.discovery.", "com.netflix.loadbalancer.",
            "com.netflix.zuul.", "com.alibaba.csp.sentinel.", "com.alibaba.nacos.", "com.twitter.finagle.",
            "com.twitter.util.", "org.apache.deltaspike.", "com.querydsl.", "org.jdbi.", "org.sql2o.", "io.ebean.",
            "com.blazebit.", "org.datanucleus.", "org.apache.openjpa.", "com.baomidou.", "com.github.pagehelper.",
            "org.seasar.", "doobie.", "skunk.", "slick.", "scalikejdbc.", "io.getquill.", "sangria.", "caliban.",
            "gg.jte.", "com.mitchellbosecke.pebble.", "io.pebbletemplates.", "com.github.mustachejava.",
            "com.samskivert.mustache.", "com.github.jknack.handlebars.",
            // drivers, pools, caches, messages
            "org.apache.commons.", "com.zaxxer.hikari.", "com.mchange.", "com.alibaba.druid.", "org.mariadb.",
            "com.mysql.",
            "org.postgresql.", "org.h2.", "org.hsqldb.", "org.sqlite.", "oracle.", "com.microsoft.sqlserver.",
            "redis.clients.", "io.lettuce.", "org.redisson.", "com.mongodb.", "org.apache.kafka.", "com.rabbitmq.",
            "org.apache.activemq.", "com.github.benmanes.caffeine.", "org.ehcache.", "net.sf.ehcache.",
            "com.hazelcast.", "org.flywaydb.", "liquibase.",
            "io.r2dbc.", "io.agroal.", "com.p6spy.", "net.ttddyy.", "org.apache.shardingsphere.", "org.apache.derby.",
            "com.ibm.db2.", "org.firebirdsql.", "com.sap.db.", "org.duckdb.", "com.clickhouse.",
            "net.snowflake.client.", "com.datastax.", "com.couchbase.", "com.aerospike.", "org.neo4j.driver.",
            "com.influxdb.", "org.elasticsearch.", "co.elastic.", "org.opensearch.", "org.apache.lucene.",
            "org.apache.solr.", "org.apache.ignite.", "org.jgroups.", "net.spy.memcached.", "net.rubyeye.xmemcached.",
            "org.apache.pulsar.", "org.apache.rocketmq.", "org.apache.qpid.", "io.nats.", "org.apache.zookeeper.",
            "org.apache.curator.",
            // clients, formats, logs, measurements
            "org.apache.http.", "org.apache.hc.", "okhttp3.", "okio.", "retrofit2.", "feign.", "com.fasterxml.",
            "tools.jackson.", "com.google.gson.", "com.google.common.", "com.google.protobuf.", "org.yaml.snakeyaml.",
            "org.antlr.", "antlr.", "org.slf4j.", "ch.qos.logback.", "org.apache.log4j.", "org.apache.logging.",
            "io.micrometer.", "io.opentelemetry.", "io.prometheus.", "com.codahale.metrics.", "io.dropwizard.",
            "net.bytebuddy.", "javassist.", "org.objectweb.asm.", "org.bouncycastle.", "org.apache.wss4j.",
            "com.typesafe.config.", "org.parboiled2.",
            "org.asynchttpclient.", "com.ning.http.", "kong.unirest.", "sttp.", "software.amazon.", "com.amazonaws.",
            "io.awspring.", "com.azure.", "com.google.cloud.", "com.google.api.", "com.google.auth.",
            "com.squareup.moshi.", "com.squareup.wire.", "io.circe.", "spray.json.", "org.json4s.", "org.json.",
            "net.minidev.", "com.jayway.jsonpath.", "com.alibaba.fastjson.", "com.alibaba.fastjson2.",
            "com.thoughtworks.xstream.", "com.ctc.wstx.", "org.codehaus.jackson.", "org.codehaus.janino.",
            "org.codehaus.stax2.", "com.esotericsoftware.", "org.msgpack.", "org.apache.avro.", "org.apache.thrift.",
            "org.apache.parquet.", "org.xerial.", "net.jpountz.", "com.github.luben.zstd.", "org.apache.xerces.",
            "org.apache.xalan.", "org.apache.xml.", "org.apache.xmlbeans.", "org.apache.poi.", "org.apache.pdfbox.",
            "org.apache.fontbox.", "org.apache.tika.", "com.itextpdf.", "com.lowagie.", "net.sf.jasperreports.",
            "org.dom4j.", "org.jdom2.", "org.jsoup.", "org.modelmapper.", "io.jsonwebtoken.", "com.nimbusds.",
            "com.auth0.jwt.", "org.jose4j.", "com.typesafe.scalalogging.", "com.typesafe.sslconfig.", "io.sentry.",
            "io.opentracing.", "io.opencensus.", "brave.", "zipkin2.", "com.newrelic.agent.", "com.newrelic.api.",
            "datadog.", "org.HdrHistogram.", "org.LatencyUtils.", "org.eclipse.collections.", "it.unimi.dsi.",
            "gnu.trove.", "com.carrotsearch.hppc.", "org.agrona.", "org.jctools.", "org.roaringbitmap.",
            "io.github.bucket4j.", "org.joda.time.", "org.threeten.",
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
        if (method.indexOf('.') < 0 || method.contains("$Proxy") || method.contains("$$Lambda")
                || isGenerated(method))
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

    /** Beside an application's class, as Micronaut's "com.acme.$Shop$Definition"; Scala's signs have small letters. */
    private static boolean isGenerated(String method) {
        int name = method.lastIndexOf('.', method.lastIndexOf('.') - 1) + 1;
        return method.charAt(name) == '$' && Character.isUpperCase(method.charAt(name + 1));
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
