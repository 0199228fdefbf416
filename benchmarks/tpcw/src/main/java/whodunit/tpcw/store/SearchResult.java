// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.store;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServletRequest;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/** Books by author, title or subject, the first fifty by title. */
@WebServlet(name = "SearchResult", urlPatterns = "/SearchResult")
public final class SearchResult extends BookList {
    private static final long serialVersionUID = 1;

    @Override
    String key(HttpServletRequest request) {
        return type(request) + " " + wanted(request);
    }

    /**
     * As in the paper: the subjects' lists may be half a minute old, those of authors and titles as old as they like.
     */
    @Override
    long keep(HttpServletRequest request) {
        return type(request).equals("subject") ? HALF_A_MINUTE : FOREVER;
    }

    @Override
    List<Book> books(HttpServletRequest request, Connection c) throws SQLException {
        String type = type(request);
        String condition = switch (type) {
            case "author" -> "a_lname LIKE ?";
            case "subject" -> "i_subject = ?";
            default -> "i_title LIKE ?";
        };
        try (PreparedStatement s = c
                .prepareStatement("SELECT i_id, i_title, a_fname, a_lname FROM item, author WHERE i_a_id = a_id AND "
                        + condition + " ORDER BY i_title LIMIT 50")) {
            s.setString(1, type.equals("subject") ? wanted(request) : "%" + wanted(request) + "%");
            return Book.all(s.executeQuery());
        }
    }

    private static String type(HttpServletRequest request) {
        return text(request, "type", "title");
    }

    private static String wanted(HttpServletRequest request) {
        return text(request, "q", "BA");
    }
}
