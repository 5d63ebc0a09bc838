package dev.berth.infra.http;

import dev.berth.infra.feed.EventStream;
import dev.berth.infra.feed.StreamSink;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;

/** An answer that is written to without waiting, whenever its client takes more. */
final class AsyncSink implements StreamSink, WriteListener, AsyncListener {
    private final AsyncContext context;
    private final ServletOutputStream out;
    private final EventStream stream;
    private final AtomicBoolean completed = new AtomicBoolean();
    private volatile boolean begun;

    private AsyncSink(AsyncContext context, ServletOutputStream out, EventStream stream) {
        this.context = context;
        this.out = out;
        this.stream = stream;
    }

    /** Leaves the answer open and lets the stream write to it. */
    static void start(HttpServletRequest request, HttpServletResponse response, EventStream stream) throws IOException {
        AsyncContext context = request.startAsync();
        context.setTimeout(0);
        AsyncSink sink = new AsyncSink(context, response.getOutputStream(), stream);
        context.addListener(sink);
        stream.writeTo(sink);
        sink.out.setWriteListener(sink);
    }

    @Override
    public boolean ready() {
        return begun && !completed.get() && out.isReady();
    }

    @Override
    public void write(byte[] bytes) throws IOException {
        out.write(bytes);
    }

    @Override
    public void flush() throws IOException {
        out.flush();
    }

    @Override
    public void end() {
        if (!completed.getAndSet(true)) {
            stream.closed();
            try {
                context.complete();
            } catch (IllegalStateException e) {
                // The container has ended it already.
            }
        }
    }

    @Override
    public void onWritePossible() {
        begun = true;
        stream.poke();
    }

    @Override
    public void onError(Throwable failure) {
        end();
    }

    @Override
    public void onComplete(AsyncEvent event) {
        completed.set(true);
        stream.closed();
    }

    @Override
    public void onTimeout(AsyncEvent event) {
        end();
    }

    @Override
    public void onError(AsyncEvent event) {
        end();
    }

    @Override
    public void onStartAsync(AsyncEvent event) {
        // A new round of the same answer needs nothing.
    }
}
