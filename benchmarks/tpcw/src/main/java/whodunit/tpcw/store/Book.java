// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.store;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** A line of a list of books. */
record Book(int id, String title, String author) {
    /** All rows of i_id, i_title, a_fname, a_lname. */
    static List<Book> all(ResultSet r) throws SQLException {
        List<Book> books = new ArrayList<>();
        while (r.next())
            books.add(new Book(r.getInt(1), r.getString(2), r.getString(3) + " " + r.getString(4)));
        return books;
    }
}
