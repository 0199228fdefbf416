// SPDX-License-Identifier: Apache-2.0
package whodunit.lamp.load;

import java.io.IOException;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Logs in once; then opens the list of posts, edits one of them, and looks at it. */
final class Editor extends Visitor {
    private static final String NAME_AND_PASSWORD = "editor";
    /** Without it the API takes no change. */
    private static final Pattern NONCE = Pattern.compile("createNonceMiddleware\\( \"([0-9a-f]+)\" \\)");
    private static final int WORDS = 8;

    private boolean loggedIn;
    private String nonce;

    Editor(String root, Content content, Random random) {
        super(root, content, random);
    }

    @Override
    void visit() {
        if (!loggedIn) {
            then(Route.LOGIN_PAGE, () -> http.get("/wp-login.php").expect(200, "user_pass"));
            then(Route.LOGIN, () -> http.post("/wp-login.php",
                    Map.of("log", NAME_AND_PASSWORD, "pwd", NAME_AND_PASSWORD, "wp-submit", "Log In", "testcookie",
                            "1"))
                    .expect(302, "/wp-admin/"));
            loggedIn = true;
        }
        int post = content.post(random);
        String title = content.sentence(random, WORDS);
        then(Route.LIST, () -> http.get("/wp-admin/edit.php").expect(200, "</html>"));
        then(Route.EDIT, () -> edit(post));
        then(Route.SAVE, () -> http.post("/wp-json/wp/v2/posts/" + post, "application/json",
                "{\"title\": \"" + title + "\"}", Map.of("X-WP-Nonce", nonce)).expect(200, title));
        read(post);
    }

    private void edit(int post) throws IOException {
        Http.Answer page = http.get("/wp-admin/post.php?post=" + post + "&action=edit").expect(200, "</html>");
        Matcher found = NONCE.matcher(page.body());
        if (!found.find())
            throw new IOException("the editor's page has no nonce");
        nonce = found.group(1);
    }
}
