// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.store;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/**
 * A page that many ask for with the same few parameters. If the environment entry {@code tpcw/cache} is true, its
 * results are kept, as the specification allows: the paper's second cure for the bookstore (section 8.4).
 */
abstract class BookList extends Interaction {
    private static final long serialVersionUID = 1;
    static final long FOREVER = ResultCache.FOREVER;
    static final long HALF_A_MINUTE = 30_000_000_000L;

    /** Null: every page asks the database. */
    private transient ResultCache cache;

    @Override
    public void init() throws ServletException {
        super.init();
        try {
            if ((Boolean) new InitialContext().lookup("java:comp/env/tpcw/cache"))
                cache = new ResultCache(System::nanoTime);
        } catch (NamingException e) {
            throw new ServletException(e);
        }
    }

    /** What is asked for: requests with equal keys get equal lists. */
    abstract String key(HttpServletRequest request);

    /** How long a list may be shown after it was read, in nanoseconds, or {@link #FOREVER}. */
    abstract long keep(HttpServletRequest request);

    abstract List<Book> books(HttpServletRequest request, Connection c) throws SQLException;

    @Override
    final boolean known(HttpServletRequest request, Page page) {
        List<Book> books = cache == null ? null : cache.get(key(request));
        if (books != null)
            show(books, page);
        return books != null;
    }

    @Override
    final void page(HttpServletRequest request, Connection c, Page page) throws SQLException {
        List<Book> books = books(request, c);
        if (cache != null)
            cache.put(key(request), books, keep(request));
        show(books, page);
    }

    private static void show(List<Book> books, Page page) {
        for (Book b : books)
            page.item(b.id(), b.title(), b.author());
    }
}
