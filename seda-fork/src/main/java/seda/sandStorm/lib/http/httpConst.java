// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.http;

/** What the HTTP library is made with. */
public interface httpConst {
    int DEFAULT_HTTP_PORT = 80;
    /** Responses are never dropped for being too many. */
    int WRITE_CLOG_THRESHOLD = -1;
    String CRLF = "\r\n";
    String HTTP_VERSION = "HTTP/1.1";
}
