// SPDX-License-Identifier: Apache-2.0
package seda.nbio;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.StandardSocketOptions;
import java.nio.channels.DatagramChannel;
import java.nio.channels.MembershipKey;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Also receives what is sent to groups. */
public class NonblockingMulticastSocket extends NonblockingDatagramSocket {
    private final Map<InetAddress, MembershipKey> groups = new ConcurrentHashMap<>();

    public NonblockingMulticastSocket() throws IOException {
        this(0);
    }

    public NonblockingMulticastSocket(int port) throws IOException {
        this(port, null);
    }

    public NonblockingMulticastSocket(int port, InetAddress address) throws IOException {
        super(multicastChannel(), port, address);
    }

    public void joinGroup(InetAddress group) throws IOException {
        groups.put(group, getChannel().join(group, networkInterface()));
    }

    public void leaveGroup(InetAddress group) throws IOException {
        MembershipKey member = groups.remove(group);
        if (member != null)
            member.drop();
    }

    private NetworkInterface networkInterface() throws IOException {
        NetworkInterface chosen = getChannel().getOption(StandardSocketOptions.IP_MULTICAST_IF);
        if (chosen != null)
            return chosen;
        return NetworkInterface.networkInterfaces().filter(NonblockingMulticastSocket::isUsable).findFirst()
                .orElseThrow(() -> new IOException("no network interface can receive from groups"));
    }

    private static boolean isUsable(NetworkInterface candidate) {
        try {
            return candidate.isUp() && candidate.supportsMulticast();
        } catch (IOException e) {
            return false;
        }
    }

    public int getTimeToLive() throws IOException {
        return getChannel().getOption(StandardSocketOptions.IP_MULTICAST_TTL);
    }

    public void setTimeToLive(int hops) throws IOException {
        getChannel().setOption(StandardSocketOptions.IP_MULTICAST_TTL, hops);
    }

    /** An address of the interface that groups are sent to; null if the system chooses. */
    public InetAddress getInterface() {
        try {
            NetworkInterface chosen = getChannel().getOption(StandardSocketOptions.IP_MULTICAST_IF);
            return chosen == null ? null : chosen.inetAddresses().findFirst().orElse(null);
        } catch (IOException e) {
            return null;
        }
    }

    public void setInterface(InetAddress address) throws IOException {
        getChannel().setOption(StandardSocketOptions.IP_MULTICAST_IF, NetworkInterface.getByInetAddress(address));
    }

    /** Whether programs on this machine receive what is sent here. */
    public void seeLocalMessages(boolean see) throws IOException {
        DatagramChannel channel = getChannel();
        channel.setOption(StandardSocketOptions.IP_MULTICAST_LOOP, see);
    }
}
