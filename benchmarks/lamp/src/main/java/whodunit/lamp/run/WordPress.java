// SPDX-License-Identifier: Apache-2.0
package whodunit.lamp.run;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import whodunit.harness.Program;

/** Debian's WordPress, copied and configured, so that neither its files nor its configuration are the machine's. */
final class WordPress {
    private static final Path INSTALLED = Path.of("/usr/share/wordpress");
    private static final Pattern VERSION = Pattern.compile("\\$wp_version = '([^']+)'");

    private WordPress() {}

    /** @throws IOException if it is not installed */
    static String version() throws IOException {
        Path file = INSTALLED.resolve("wp-includes/version.php");
        if (!Files.exists(file))
            throw new IOException("WordPress is not installed; run: whodunit setup");
        Matcher version = VERSION.matcher(Files.readString(file));
        if (!version.find())
            throw new IOException("there is no version in " + file);
        return version.group(1);
    }

    /**
     * Copies it into a directory that is made for it.
     *
     * @param url where visitors reach it
     */
    static void unpack(Path directory, String url, Database database) throws IOException, InterruptedException {
        version();
        Program.run(List.of("cp", "-rL", "--reflink=auto", INSTALLED.toString(), directory.toString()),
                directory.getParent());
        Files.writeString(directory.resolve("wp-config.php"), """
                <?php
                define( 'DB_NAME', '%s' );
                define( 'DB_USER', '%s' );
                define( 'DB_PASSWORD', '' );
                define( 'DB_HOST', '127.0.0.1:%d' );
                define( 'DB_CHARSET', 'utf8mb4' );
                define( 'DB_COLLATE', '' );
                define( 'WP_HOME', '%s' );
                define( 'WP_SITEURL', WP_HOME );
                define( 'WP_DEFAULT_THEME', 'twentytwentyone' );
                define( 'DISABLE_WP_CRON', true ); // it would ask itself by HTTP, now and then
                define( 'WP_HTTP_BLOCK_EXTERNAL', true );
                define( 'AUTOMATIC_UPDATER_DISABLED', true );
                $table_prefix = 'wp_';
                if ( ! defined( 'ABSPATH' ) ) {
                	define( 'ABSPATH', __DIR__ . '/' );
                }
                require_once ABSPATH . 'wp-settings.php';
                """.formatted(Database.NAME, Database.NAME, database.port(), url));
        Path plugins = Files.createDirectories(directory.resolve("wp-content/mu-plugins"));
        Files.writeString(plugins.resolve("comments.php"), """
                <?php // all comments come from one address
                add_filter( 'wp_is_comment_flood', '__return_false', 100 );
                """);
    }

    /** Installs it into the database, which is empty, and fills it. */
    static void populate(Path run, Database database, int posts) throws IOException, InterruptedException {
        Path site = run.resolve("wordpress");
        unpack(site, "http://127.0.0.1", database);
        Program.run(List.of(Program.find("php"), resource("populate.php", run).toString(), site.toString(),
                resource("words.txt", run).toString(), Integer.toString(posts)), run);
    }

    /** Copies one of our files. */
    static Path resource(String name, Path directory) throws IOException {
        Path file = directory.resolve(name);
        try (InputStream in = WordPress.class.getResourceAsStream("/whodunit/lamp/" + name)) {
            Files.copy(in, file);
        }
        return file;
    }
}
