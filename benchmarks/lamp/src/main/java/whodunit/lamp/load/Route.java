// SPDX-License-Identifier: Apache-2.0
package whodunit.lamp.load;

/** What visitors ask for, as reports name it. */
public enum Route {
    NOTHING("GET /nothing"), HOME("GET /"), POST("GET /archives/:id"), TOPIC("GET /archives/category/:topic"), SEARCH(
            "GET /search/:words"), FEED("GET /feed"), STYLE("GET /wp-content/..."), COMMENT(
                    "POST /wp-comments-post.php"), LOGIN_PAGE("GET /wp-login.php"), LOGIN("POST /wp-login.php"), LIST(
                            "GET /wp-admin/edit.php"), EDIT(
                                    "GET /wp-admin/post.php"), SAVE("POST /wp-json/wp/v2/posts/:id");

    private final String type;

    Route(String type) {
        this.type = type;
    }

    /** The transaction type. */
    public String type() {
        return type;
    }
}
