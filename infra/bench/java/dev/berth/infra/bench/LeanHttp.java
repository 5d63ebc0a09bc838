package dev.berth.infra.bench;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/**
 * One keep-alive HTTP/1.1 connection that costs almost nothing, so that on a small machine the load generator does not
 * take the processor from the server that it measures.
 */
final class LeanHttp implements AutoCloseable {
    private final Socket socket;
    private final OutputStream out;
    private final InputStream in;
    private final String head;

    LeanHttp(URI base, String token) throws IOException {
        socket = new Socket(base.getHost(), base.getPort());
        socket.setTcpNoDelay(true);
        out = socket.getOutputStream();
        in = new BufferedInputStream(socket.getInputStream(), 1 << 14);
        head = " HTTP/1.1\r\nHost: " + base.getHost() + ":" + base.getPort() + "\r\nAuthorization: Bearer " + token
                + "\r\nContent-Type: application/json\r\nContent-Length: ";
    }

    record Reply(int status, String body) {}

    Reply post(String method, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        String path = "POST /api/compute/" + method.replace('.', '/');
        byte[] header = (path + head + bytes.length + "\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1);
        byte[] message = new byte[header.length + bytes.length];
        System.arraycopy(header, 0, message, 0, header.length);
        System.arraycopy(bytes, 0, message, header.length, bytes.length);
        out.write(message);
        return reply();
    }

    Reply get(String path) throws IOException {
        out.write(("GET " + path + head + "0\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1));
        return reply();
    }

    private Reply reply() throws IOException {
        int status = Integer.parseInt(line().split(" ")[1]);
        int length = 0;
        boolean chunked = false;
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            String name = line.substring(0, colon);
            String value = line.substring(colon + 1).strip();
            if (name.equalsIgnoreCase("Content-Length")) {
                length = Integer.parseInt(value);
            } else if (name.equalsIgnoreCase("Transfer-Encoding")) {
                chunked = value.equalsIgnoreCase("chunked");
            }
        }
        if (!chunked) {
            return new Reply(status, new String(in.readNBytes(length), StandardCharsets.UTF_8));
        }
        StringBuilder body = new StringBuilder();
        for (int size = chunk(); size > 0; size = chunk()) {
            body.append(new String(in.readNBytes(size), StandardCharsets.UTF_8));
            line();
        }
        line();
        return new Reply(status, body.toString());
    }

    private int chunk() throws IOException {
        return Integer.parseInt(line().strip(), 16);
    }

    private String line() throws IOException {
        StringBuilder text = new StringBuilder(64);
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new IOException("The server closed the connection");
            }
            if (c != '\r') {
                text.append((char) c);
            }
        }
        return text.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
