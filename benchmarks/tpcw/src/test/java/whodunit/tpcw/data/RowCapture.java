// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.data;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A connection to no database: it keeps the statements it is given and the rows of batched inserts, by table. */
final class RowCapture implements InvocationHandler {
    final List<String> statements = new ArrayList<>();
    final Map<String, List<Map<String, Object>>> rows = new TreeMap<>();

    Connection connection() {
        return proxy(Connection.class, this);
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    @Override
    public Object invoke(Object connection, Method method, Object[] arguments) {
        return switch (method.getName()) {
            case "createStatement" -> proxy(Statement.class, (s, m, a) -> {
                if (m.getName().equals("execute"))
                    return statements.add((String) a[0]);
                return null;
            });
            case "prepareStatement" -> insert((String) arguments[0]);
            default -> null;
        };
    }

    private PreparedStatement insert(String sql) {
        String[] parts = sql.split("INSERT INTO | \\(|\\) ");
        String[] columns = parts[2].split(",");
        List<Map<String, Object>> table = rows.computeIfAbsent(parts[1], t -> new ArrayList<>());
        List<Map<String, Object>> batch = new ArrayList<>();
        Map<String, Object> row = new TreeMap<>();
        return proxy(PreparedStatement.class, (s, method, a) -> {
            switch (method.getName()) {
                case "addBatch" -> {
                    batch.add(new TreeMap<>(row));
                    row.clear();
                }
                case "executeBatch" -> {
                    table.addAll(batch);
                    batch.clear();
                    return new int[0];
                }
                case "close" -> {}
                default -> row.put(columns[(Integer) a[0] - 1], a[1]);
            }
            return null;
        });
    }
}
