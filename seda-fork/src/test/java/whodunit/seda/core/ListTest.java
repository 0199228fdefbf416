// SPDX-License-Identifier: Apache-2.0
package whodunit.seda.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import java.util.Enumeration;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;
import seda.sandStorm.core.ssLinkedList;

class ListTest {
    private final ssLinkedList list = new ssLinkedList();

    @Test
    void twoEnds() {
        assertThat(list.get_head()).isNull();
        assertThat(list.remove_tail()).isNull();
        list.add_to_tail("b");
        list.add_to_tail("c");
        list.add_to_head("a");
        assertThat(Collections.list(list.elements())).containsExactly("a", "b", "c");
        assertThat(list.toString("- ")).isEqualTo("- a\n- b\n- c\n");
        assertThat(list.get_head()).isEqualTo("a");
        assertThat(list.get_tail()).isEqualTo("c");
        assertThat(list.remove_head()).isEqualTo("a");
        assertThat(list.remove_tail()).isEqualTo("c");
        assertThat(list.size()).isEqualTo(1);
        list.remove_all();
        assertThat(list.size()).isZero();
    }

    @Test
    void lookingFor() {
        list.add_to_tail("long one");
        list.add_to_tail("two");
        assertThat(list.get_item(new String("two"))).isEqualTo("two");
        assertThat(list.get_item("three")).isNull();
        assertThat(list.get_comparator(4, (item, most) -> ((String) item).length() < (Integer) most)).isEqualTo("two");
        assertThat(list.remove_comparator("long", (item, start) -> ((String) item).startsWith((String) start)))
                .isEqualTo("long one");
        assertThat(list.remove_item("two")).isEqualTo("two");
        assertThat(list.remove_item("two")).isNull();
    }

    @Test
    void theEndOfAnEnumeration() {
        Enumeration<?> none = list.elements();
        assertThat(none.hasMoreElements()).isFalse();
        assertThatThrownBy(none::nextElement).isInstanceOf(NoSuchElementException.class);
    }
}
