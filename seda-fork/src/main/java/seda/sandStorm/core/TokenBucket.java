// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.core;

/** Fills with tokens at a rate, up to its depth; begins full. Each admission takes one. */
final class TokenBucket {
    private double rate;
    private int depth;
    private double tokens;
    private long filled = System.nanoTime();

    /**
     * @param rate tokens a second; -1: no limit
     * @param depth at most so many
     */
    TokenBucket(double rate, int depth) {
        this.rate = rate;
        this.depth = depth;
        tokens = depth;
    }

    synchronized boolean take() {
        if (rate == -1)
            return true;
        fill();
        if (tokens < 1)
            return false;
        tokens--;
        return true;
    }

    private void fill() {
        long now = System.nanoTime();
        if (rate != -1)
            tokens = Math.min(depth, tokens + (now - filled) * rate / 1e9);
        filled = now;
    }

    synchronized double rate() {
        return rate;
    }

    synchronized void setRate(double rate) {
        fill();
        this.rate = rate;
    }

    synchronized int depth() {
        return depth;
    }

    synchronized void setDepth(int depth) {
        this.depth = depth;
        tokens = Math.min(tokens, depth);
    }

    /** Whole tokens in it now. */
    synchronized int tokens() {
        fill();
        return (int) tokens;
    }
}
