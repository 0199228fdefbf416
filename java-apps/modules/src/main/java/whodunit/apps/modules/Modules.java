// SPDX-License-Identifier: Apache-2.0
package whodunit.apps.modules;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.launch.FrameworkFactory;

/**
 * Runs an application's main class as a module of JBoss Modules, or in a bundle of an OSGi framework. System
 * properties: system (jboss, felix, eclipse: Equinox), application (a Maven target folder), main, scratch (a folder).
 */
public final class Modules {
    private static final Path APPLICATION = Path.of(System.getProperty("application"));
    private static final Path SCRATCH = Path.of(System.getProperty("scratch"));
    private static final String MAIN = System.getProperty("main");

    private Modules() {}

    private static List<Path> libraries() throws IOException {
        try (Stream<Path> all = Files.list(APPLICATION.resolve("lib"))) {
            return all.sorted().toList();
        }
    }

    private static void jboss() throws Throwable {
        Path module = Files.createDirectories(SCRATCH.resolve("modules/shop/main"));
        String roots = Stream.concat(Stream.of(APPLICATION.resolve("classes")), libraries().stream())
                .map(path -> "<resource-root path='" + path + "'/>").collect(Collectors.joining());
        Files.writeString(module.resolve("module.xml"), "<module xmlns='urn:jboss:module:1.9' name='shop'>"
                + "<main-class name='" + MAIN + "'/><resources>" + roots + "</resources><dependencies>"
                + "<module name='java.se'/><module name='jdk.unsupported'/></dependencies></module>");
        org.jboss.modules.Main.main(new String[] {"-mp", SCRATCH.resolve("modules").toString(), "shop"});
    }

    private static void add(JarOutputStream bundle, String name, Path file) throws IOException {
        bundle.putNextEntry(new JarEntry(name));
        Files.copy(file, bundle);
        bundle.closeEntry();
    }

    private static Path bundle() throws IOException {
        Manifest manifest = new Manifest();
        Map<String, String> head = new HashMap<>(Map.of("Manifest-Version", "1.0", "Bundle-ManifestVersion", "2",
                "Bundle-SymbolicName", "shop", "DynamicImport-Package", "*"));
        head.put("Bundle-ClassPath", libraries().stream().map(l -> ",lib/" + l.getFileName())
                .collect(Collectors.joining("", ".", "")));
        head.forEach(manifest.getMainAttributes()::putValue);
        Path file = SCRATCH.resolve("shop.jar"), classes = APPLICATION.resolve("classes");
        try (OutputStream out = Files.newOutputStream(file);
                JarOutputStream bundle = new JarOutputStream(out, manifest);
                Stream<Path> all = Files.walk(classes)) {
            for (Path c : all.filter(Files::isRegularFile).toList())
                add(bundle, classes.relativize(c).toString(), c);
            for (Path library : libraries())
                add(bundle, "lib/" + library.getFileName(), library);
        }
        return file;
    }

    private static void osgi(String system) throws Throwable {
        for (ServiceLoader.Provider<FrameworkFactory> one : ServiceLoader.load(FrameworkFactory.class).stream()
                .toList())
            if (one.type().getName().contains(system)) {
                Framework framework = one.get().newFramework(Map.of("org.osgi.framework.storage",
                        SCRATCH.resolve("storage").toString()));
                framework.start();
                framework.getBundleContext().installBundle(bundle().toUri().toString()).loadClass(MAIN)
                        .getMethod("main", String[].class).invoke(null, (Object) new String[0]);
            }
    }

    public static void main(String[] arguments) throws Throwable {
        String system = System.getProperty("system");
        if (system.equals("jboss"))
            jboss();
        else
            osgi(system);
    }
}
