// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.main;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * Reads configuration files: nested sections {@code <name> … </name>} of lines {@code key value}, all within
 * {@code <sandstorm>}. {@code #} begins a comment, {@code <!include file>} inserts another file.
 */
final class ConfigReader {
    private static final int MAX_INCLUDED = 20;
    private static final String ROOT = "sandstorm";
    private static final String STAGES = "stages";
    /** A stage's section, within the stages', within the root. */
    private static final int STAGE_DEPTH = 3;

    private final BiConsumer<String, String> put;
    private final ArrayDeque<String> sections = new ArrayDeque<>();
    /** Where the section of each stage begins. */
    private final Map<String, String> stages = new HashMap<>();

    /** @param put gets dotted keys, without the outermost section, and their values */
    ConfigReader(BiConsumer<String, String> put) {
        this.put = put;
    }

    void read(Path file) throws IOException {
        read(file, 0);
    }

    private void read(Path file, int included) throws IOException {
        int number = 0;
        int depth = sections.size();
        for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
            String where = file + ":" + ++number + ": ";
            for (String rest = withoutComment(line); !rest.isEmpty();)
                rest = rest.startsWith("<") ? tag(rest, file, where, included) : entry(rest, where);
        }
        if (sections.size() != depth)
            throw new IOException(file + ": <" + sections.peek() + "> is not closed");
    }

    private static String withoutComment(String line) {
        for (int i = line.indexOf('#'); i >= 0; i = line.indexOf('#', i + 1))
            if (i == 0 || Character.isWhitespace(line.charAt(i - 1)))
                return line.substring(0, i).strip();
        return line.strip();
    }

    /** @return what comes behind it */
    private String tag(String text, Path file, String where, int included) throws IOException {
        int end = text.indexOf('>');
        if (end < 0)
            throw new IOException(where + "'>' is missing");
        String tag = text.substring(1, end).strip();
        if (tag.startsWith("!")) {
            include(tag, file, where, included);
        } else if (tag.startsWith("/")) {
            if (!tag.substring(1).strip().equals(sections.peek()))
                throw new IOException(where + "</" + tag.substring(1) + "> closes "
                        + (sections.isEmpty() ? "nothing" : "<" + sections.peek() + ">"));
            sections.pop();
        } else {
            if (sections.isEmpty() && !tag.equals(ROOT))
                throw new IOException(where + "<" + tag + "> is outside of <" + ROOT + ">");
            String within = sections.peek();
            sections.push(tag);
            if (sections.size() == STAGE_DEPTH && STAGES.equals(within))
                beginStage(tag, where);
        }
        return text.substring(end + 1).strip();
    }

    /** Refuses a second section of the same stage: one of the two would be lost, at least in part. */
    private void beginStage(String name, String where) throws IOException {
        String before = stages.putIfAbsent(name, where);
        if (before != null)
            throw new IOException(where + "there is a stage " + name + " already, at "
                    + before.substring(0, before.length() - ": ".length()));
    }

    private void include(String directive, Path file, String where, int included) throws IOException {
        String[] words = directive.substring(1).strip().split("\\s+", 2);
        if (!words[0].equals("include") || words.length < 2)
            throw new IOException(where + "unknown directive <" + directive + ">");
        if (included == MAX_INCLUDED)
            throw new IOException(where + "files include each other " + MAX_INCLUDED + " deep");
        Path beside = file.resolveSibling(words[1]);
        try {
            read(Files.exists(beside) ? beside : Path.of(words[1]), included + 1);
        } catch (java.nio.file.NoSuchFileException e) {
            throw new IOException(where + "there is no file " + words[1] + ", neither in "
                    + file.toAbsolutePath().getParent() + " nor in " + new File("").getAbsolutePath());
        }
    }

    /** @return what comes behind it */
    private String entry(String text, String where) throws IOException {
        if (sections.isEmpty())
            throw new IOException(where + "'" + text + "' is outside of <" + ROOT + ">");
        int end = text.indexOf('<');
        String[] words = (end < 0 ? text : text.substring(0, end)).strip().split("\\s+", 2);
        StringBuilder key = new StringBuilder();
        sections.descendingIterator().forEachRemaining(s -> key.append(s).append('.'));
        put.accept(key.substring(ROOT.length() + 1) + words[0], words.length < 2 ? "" : unquoted(words[1]));
        return end < 0 ? "" : text.substring(end);
    }

    private static String unquoted(String value) {
        return value.length() > 1 && value.startsWith("\"") && value.endsWith("\"")
                ? value.substring(1, value.length() - 1) : value;
    }
}
