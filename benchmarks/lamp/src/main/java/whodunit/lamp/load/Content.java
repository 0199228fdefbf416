// SPDX-License-Identifier: Apache-2.0
package whodunit.lamp.load;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What populate.php has written, as far as visitors know it. */
public final class Content {
    private static final int FIRST_POST = 1000, TOPICS = 8;

    private final int posts;
    private final List<String> words;

    public Content(int posts) throws IOException {
        this.posts = posts;
        try (InputStream in = Content.class.getResourceAsStream("/whodunit/lamp/words.txt")) {
            words = new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }

    /** New ones are read more. */
    int post(Random random) {
        double u = random.nextDouble();
        return FIRST_POST + posts - 1 - (int) (posts * u * u);
    }

    String topic(Random random) {
        return words.get(random.nextInt(TOPICS));
    }

    String word(Random random) {
        return words.get(random.nextInt(words.size()));
    }

    String sentence(Random random, int length) {
        return IntStream.range(0, length).mapToObj(i -> word(random)).collect(Collectors.joining(" "));
    }
}
