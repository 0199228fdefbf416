package whodunit.tpcw.store;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServletRequest;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Books by author, title or subject, the first fifty by title. */
@WebServlet(name = "SearchResult", urlPatterns = "/SearchResult")
public final class SearchResult extends Interaction {
    private static final long serialVersionUID = 1;

    @Override
    void page(HttpServletRequest request, Connection c, Page page) throws SQLException {
        String type = text(request, "type", "title");
        String condition = switch (type) {
            case "author" -> "a_lname LIKE ?";
            case "subject" -> "i_subject = ?";
            default -> "i_title LIKE ?";
        };
        try (PreparedStatement s = c.prepareStatement("SELECT i_id, i_title, a_fname, a_lname FROM item, author WHERE i_a_id = a_id AND "
                + condition + " ORDER BY i_title LIMIT 50")) {
            String wanted = text(request, "q", "BA");
            s.setString(1, type.equals("subject") ? wanted : "%" + wanted + "%");
            ResultSet r = s.executeQuery();
            while (r.next())
                page.item(r.getInt(1), r.getString(2), r.getString(3) + " " + r.getString(4));
        }
    }
}
