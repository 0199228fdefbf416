// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.data;

import java.util.Random;

/** Names and titles made of syllables, the same for the population and for those who search in it. */
public final class Words {
    private static final String[] SUBJECTS = {"ARTS", "BIOGRAPHIES", "BUSINESS", "CHILDREN", "COMPUTERS", "COOKING",
            "HEALTH",
            "HISTORY", "HOME", "HUMOR", "LITERATURE", "MYSTERY", "NON-FICTION", "PARENTING", "POLITICS", "REFERENCE",
            "RELIGION",
            "ROMANCE", "SELF-HELP", "SCIENCE-NATURE", "SCIENCE-FICTION", "SPORTS", "YOUTH", "TRAVEL"};

    private static final String[] SYLLABLES = {"BA", "OG", "AL", "RI", "RE", "SE", "AT", "UL", "IN", "NG"};

    private Words() {}

    public static String subject(Random random) {
        return SUBJECTS[random.nextInt(SUBJECTS.length)];
    }

    /** The number's decimal digits as syllables, at least {@code digits} of them. */
    public static String syllables(int number, int digits) {
        StringBuilder s = new StringBuilder();
        for (int n = number, i = 0; n > 0 || i < digits; n /= 10, i++)
            s.insert(0, SYLLABLES[n % 10]);
        return s.toString();
    }

    static String text(Random random, int words) {
        StringBuilder s = new StringBuilder();
        for (int i = 0; i < words; i++)
            s.append(i == 0 ? "" : " ").append(syllables(random.nextInt(10000), 2).toLowerCase());
        return s.toString();
    }
}
