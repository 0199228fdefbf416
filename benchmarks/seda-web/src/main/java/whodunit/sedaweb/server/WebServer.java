// SPDX-License-Identifier: Apache-2.0
package whodunit.sedaweb.server;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import seda.sandStorm.api.ManagerIF;
import seda.sandStorm.lib.aSocket.aSocketConst;
import seda.sandStorm.lib.http.httpServer;
import seda.sandStorm.main.Sandstorm;

@Command(name = "seda-web", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Serves files, with a page cache, by the stages of the paper's figure 10. "
                + "Runs until it is terminated.")
public final class WebServer implements Callable<Integer> {
    @Option(names = "--root", required = true, paramLabel = "DIR", description = "Where the files are.")
    private Path root;

    @Option(names = "--port", defaultValue = "0",
            description = "0: any free one (${DEFAULT-VALUE}). The first line of the output tells it.")
    private int port;

    @Option(names = "--cache", defaultValue = "4194304", paramLabel = "BYTES",
            description = "Size of the page cache (${DEFAULT-VALUE}).")
    private long cache;

    @Option(names = "--oracle", paramLabel = "FILE",
            description = "Count CPU time by stage and path, and write it there at the end.")
    private Path oracle;

    public static void main(String[] args) {
        int status = new CommandLine(new WebServer()).execute(args);
        if (status != 0)
            System.exit(status);
    }

    @Override
    public Integer call() throws Exception {
        ManagerIF manager = new Sandstorm().getManager();
        PageCache pages = new PageCache(cache);
        manager.createStage(MissStage.NAME, new MissStage(root, pages), null);
        manager.createStage(CacheStage.NAME, new CacheStage(pages), null);
        httpServer server = new httpServer(manager, manager.createStage("HttpRecv", new HttpRecv(), null).getSink(),
                port);
        if (oracle != null) {
            CpuOracle.watch(manager, aSocketConst.WRITESTAGE_NAME);
            Runtime.getRuntime().addShutdownHook(new Thread(this::tell));
        }
        System.out.println("listening on port " + server.getServerSocket().getLocalPort());
        return 0;
    }

    private void tell() {
        try {
            CpuOracle.write(oracle);
        } catch (java.io.IOException e) {
            System.err.println("seda-web: " + oracle + " cannot be written: " + e.getMessage());
        }
    }
}
