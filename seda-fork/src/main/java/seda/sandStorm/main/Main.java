// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.main;

import java.util.Arrays;
import seda.sandStorm.internal.sandStormConst;

/** The command line. */
public class Main {
    private static final String USAGE = """
            usage: java seda.sandStorm.main.Main [-profile] CONFIG [KEY=VALUE ...]

            Starts the stages that the configuration file names and runs until the process is ended.

              -profile    write queue lengths and thread counts to a file (global.profile.filename) every second
              KEY=VALUE   an initial argument of every stage; wins over the file's

            A configuration file looks like this; # begins a comment, <!include FILE> inserts a file:

              <sandstorm>
                <global>
                  defaultThreadManager TPSTM
                </global>
                <stages>
                  <Greeter>
                    class com.example.Greeter
                    queueThreshold 1000
                    <initargs>
                      greeting hello
                    </initargs>
                  </Greeter>
                </stages>
              </sandstorm>
            """;

    public Main() {}

    public static void main(String[] args) {
        int config = args.length > 0 && args[0].equals("-profile") ? 1 : 0;
        if (args.length > 0 && Arrays.asList("-h", "-help", "--help").contains(args[0])) {
            System.out.print(USAGE);
            return;
        }
        if (config >= args.length || args[config].startsWith("-")) {
            System.err.print(USAGE);
            System.exit(2);
        }
        try {
            SandstormConfig c = new SandstormConfig(args[config], Arrays.copyOfRange(args, config + 1, args.length));
            if (config == 1)
                c.putBoolean("global.profile.enable", true);
            System.err.println(sandStormConst.WELCOME_STRING);
            new Sandstorm(c);
        } catch (Exception e) {
            System.err.println("Sandstorm: cannot start: " + e.getMessage());
            if (e.getCause() != null || e.getMessage() == null)
                e.printStackTrace();
            System.exit(1);
        }
    }
}
