// SPDX-License-Identifier: Apache-2.0
package org.springframework.http.server.reactive;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.apache.catalina.connector.CoyoteInputStream;
import org.apache.catalina.connector.CoyoteOutputStream;

/** Does what Spring WebFlux's adapter of the same package does on Tomcat before version 6. */
public final class CastingServlet extends HttpServlet {
    private static final long serialVersionUID = 1;

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        request.startAsync();
        CoyoteInputStream in = (CoyoteInputStream) request.getInputStream();
        CoyoteOutputStream out = (CoyoteOutputStream) response.getOutputStream();
        out.write(in.readAllBytes());
        request.getAsyncContext().complete();
    }
}
