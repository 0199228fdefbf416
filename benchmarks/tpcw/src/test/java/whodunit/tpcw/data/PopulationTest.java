// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import whodunit.tpcw.store.Dialect;

class PopulationTest {
    private static final Scale SCALE = new Scale(1200, 1500, Map.of("item", "MyISAM"));

    private static RowCapture populate(Scale scale) throws SQLException {
        RowCapture capture = new RowCapture();
        Population.create(capture.connection(), scale, Dialect.MARIADB);
        return capture;
    }

    private static List<Object> column(RowCapture p, String table, String column) {
        return p.rows.get(table).stream().map(r -> r.get(column)).toList();
    }

    @Test
    void theSameScaleGivesTheSameRows() throws SQLException {
        RowCapture one = populate(SCALE);
        RowCapture two = populate(SCALE);
        assertThat(one.statements).isEqualTo(two.statements);
        assertThat(one.rows).isEqualTo(two.rows);
    }

    @Test
    void cardinalitiesAreTheSpecifications() throws SQLException {
        RowCapture p = populate(SCALE);
        assertThat(p.rows.get("item")).hasSize(1200);
        assertThat(p.rows.get("author")).hasSize(300);
        assertThat(p.rows.get("customer")).hasSize(1500);
        assertThat(p.rows.get("address")).hasSize(3000);
        assertThat(p.rows.get("country")).hasSize(92);
        assertThat(p.rows.get("orders")).hasSize(1350);
        assertThat(p.rows.get("cc_xacts")).hasSize(1350);
        assertThat(p.rows.get("order_line")).hasSize(3 * 1350);
        assertThat(Scale.of(1000, 10, Map.of()).customers()).isEqualTo(28_800);
    }

    @Test
    void everyReferenceLeadsSomewhere() throws SQLException {
        RowCapture p = populate(SCALE);
        refers(p, "item", "i_a_id", "author", "a_id");
        for (int i = 1; i <= 5; i++)
            refers(p, "item", "i_related" + i, "item", "i_id");
        refers(p, "address", "addr_co_id", "country", "co_id");
        refers(p, "customer", "c_addr_id", "address", "addr_id");
        refers(p, "orders", "o_c_id", "customer", "c_id");
        refers(p, "orders", "o_ship_addr_id", "address", "addr_id");
        refers(p, "order_line", "ol_o_id", "orders", "o_id");
        refers(p, "order_line", "ol_i_id", "item", "i_id");
        refers(p, "cc_xacts", "cx_o_id", "orders", "o_id");
    }

    private static void refers(RowCapture p, String table, String column, String other, String key) {
        assertThat(new HashSet<>(column(p, other, key))).as(table + "." + column).containsAll(column(p, table, column));
    }

    @Test
    void keysAreUniqueAndDense() throws SQLException {
        RowCapture p = populate(SCALE);
        assertThat(column(p, "item", "i_id")).isEqualTo(IntStream.rangeClosed(1, 1200).boxed().toList());
        assertThat(column(p, "customer", "c_uname")).doesNotHaveDuplicates().contains("U1", "U1500");
    }

    @Test
    void everySubjectAndEveryAuthorHasBooks() throws SQLException {
        RowCapture p = populate(SCALE);
        Set<Object> subjects = new HashSet<>(column(p, "item", "i_subject"));
        assertThat(subjects).hasSize(24);
        assertThat(new HashSet<>(column(p, "item", "i_a_id"))).hasSize(300);
        assertThat(column(p, "item", "i_title")).allSatisfy(t -> assertThat((String) t).hasSizeBetween(8, 60));
    }

    @Test
    void aTableHasTheEngineThatWasAskedFor() throws SQLException {
        List<String> ddl = populate(SCALE).statements;
        assertThat(ddl).filteredOn(s -> s.startsWith("CREATE TABLE item ")).singleElement().asString()
                .contains("ENGINE=MyISAM");
        assertThat(ddl).filteredOn(s -> s.startsWith("CREATE TABLE orders ")).singleElement().asString()
                .contains("ENGINE=InnoDB");
        assertThat(ddl).filteredOn(s -> s.startsWith("CREATE TABLE ")).hasSize(10);
    }

    @Test
    void anEngineForNoTableIsRefused() {
        assertThatThrownBy(() -> populate(new Scale(1200, 1500, Map.of("items", "MyISAM"))))
                .isInstanceOf(SQLException.class).hasMessageContaining("'items'")
                .hasMessageContaining("item, order_line");
    }

    @Test
    void dataOfAnotherScaleOrEngineIsKeptApart() {
        assertThat(List.of(SCALE.key(), new Scale(1201, 1500, SCALE.engines()).key(),
                new Scale(1200, 1501, SCALE.engines()).key(),
                new Scale(1200, 1500, Map.of()).key(), new Scale(1200, 1500, Map.of("item", "Aria")).key(),
                new Scale(1200, 1500, Map.of("orders", "MyISAM")).key())).doesNotHaveDuplicates()
                .allMatch(k -> k.matches("[A-Za-z0-9-]+"));
    }
}
