// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.html;

import whodunit.profile.Profile;

/**
 * What the page's walk to the bottleneck descends, where that is more than what its other views show.
 *
 * @param running of what threads ran; null: the page's own profile is of that
 * @param waiting of what they waited; null: that was not recorded
 */
public record Walked(Profile running, Profile waiting) {
    public static final Walked NOTHING_ELSE = new Walked(null, null);
}
