// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcc.data;

import java.util.Random;

/** The specification's random values (clauses 2.1.6 and 4.3.2), the same ones for the same seed. */
public final class Draw {
    public static final int ITEMS = 100_000;
    public static final int DISTRICTS = 10;
    /** Of a district. */
    public static final int CUSTOMERS = 3000;

    private static final String[] SYLLABLES = {"BAR", "OUGHT", "ABLE", "PRI", "PRES", "ESE", "ANTI", "CALLY", "ATION",
            "EING"};
    private static final String ALPHANUMERIC = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    private static final int LAST_NAMES = 1000;
    /** The run's and the population's constant differ by 65 to 119, and not by 96 or 112. */
    private static final int LAST_NAME_POPULATED = 123, LAST_NAME_RUN = 208;
    private static final int CUSTOMER_CONSTANT = 259, ITEM_CONSTANT = 7911;

    private final Random random;

    public Draw(long seed) {
        random = new Random(seed * 0x9E3779B97F4A7C15L); // neighbouring seeds draw nearly the same first numbers
    }

    /** Evenly, both ends included. */
    public int between(int least, int most) {
        return least + random.nextInt(most - least + 1);
    }

    /** True so often of a hundred times. */
    public boolean percent(int share) {
        return random.nextInt(100) < share;
    }

    /** Another number than {@code not} of 1 to {@code most}, if there is one. */
    public int another(int not, int most) {
        if (most == 1)
            return not;
        int drawn = between(1, most - 1);
        return drawn < not ? drawn : drawn + 1;
    }

    /** Cents, as the database's decimals are written. */
    public double money(int leastCents, int mostCents) {
        return between(leastCents, mostCents) / 100.0;
    }

    private int uneven(int a, int constant, int least, int most) {
        return ((between(0, a) | between(least, most)) + constant) % (most - least + 1) + least;
    }

    public int customer() {
        return uneven(1023, CUSTOMER_CONSTANT, 1, CUSTOMERS);
    }

    public int item() {
        return uneven(8191, ITEM_CONSTANT, 1, ITEMS);
    }

    public String lastName() {
        return lastName(uneven(255, LAST_NAME_RUN, 0, LAST_NAMES - 1));
    }

    /** Of a new customer; each name of the first thousand has at least one. */
    String populatedLastName(int customer) {
        return lastName(customer <= LAST_NAMES ? customer - 1
                : uneven(255, LAST_NAME_POPULATED, 0, LAST_NAMES - 1));
    }

    /** Three syllables for the three digits. */
    static String lastName(int number) {
        return SYLLABLES[number / 100] + SYLLABLES[number / 10 % 10] + SYLLABLES[number % 10];
    }

    public String letters(int least, int most) {
        return from(ALPHANUMERIC.length(), between(least, most));
    }

    String digits(int length) {
        return from(10, length);
    }

    private String from(int characters, int length) {
        StringBuilder text = new StringBuilder(length);
        for (int i = 0; i < length; i++)
            text.append(ALPHANUMERIC.charAt(random.nextInt(characters)));
        return text.toString();
    }

    String zip() {
        return digits(4) + "11111";
    }

    /** What an item or a stock is described by: one of ten is original. */
    String data() {
        String text = letters(26, 50);
        if (!percent(10))
            return text;
        int at = between(0, text.length() - 8);
        return text.substring(0, at) + "ORIGINAL" + text.substring(at + 8);
    }

    /** The numbers from 1 on, each once. */
    int[] permutation(int n) {
        int[] all = new int[n];
        for (int i = 0; i < n; i++) {
            int other = random.nextInt(i + 1);
            all[i] = all[other];
            all[other] = i + 1;
        }
        return all;
    }
}
