// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.waits;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FunctionNameTest {
    @ParameterizedTest
    @CsvSource({"_ZN5tpool19thread_pool_generic11worker_mainEPNS_11worker_dataE,"
            + "tpool::thread_pool_generic::worker_main", "_Z26handle_connections_socketsv,handle_connections_sockets",
            "_ZL20thread_start_wrapperPv,thread_start_wrapper", "told_recv,recv", "_ZNK5Field3ptrEv,Field::ptr",
            "_ZN7handler12ha_write_rowEPKh,handler::ha_write_row"})
    void ofAMangledNameTheFunctionIsLeft(String symbol, String name) {
        assertThat(FunctionName.readable(symbol)).isEqualTo(name);
    }

    @ParameterizedTest
    @CsvSource({"handle_one_connection", "mariadbd+0xea0684", "_ZN5tpool19thread_pool_genericC2Eii", "_Z", "_ZN",
            "_Z99short", "_Z3addIiET_S0_", "_ZN1aplEv", "_ZN3std6vectorIiE4pushEi", "_Z999999999999x", "_Z0a"})
    void whatIsMoreThanAFunctionStaysAsItIs(String symbol) {
        assertThat(FunctionName.readable(symbol)).isEqualTo(symbol);
    }
}
