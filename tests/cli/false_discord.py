"""A server that answers every request with the same bytes, or not at all, where Discord should be."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress


@contextmanager
def answering_with(answer: bytes | None) -> Iterator[str]:
    """The server's address. It drops the connection after `answer`; None keeps it open and says nothing."""
    kept: list[socket.socket] = []
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve() -> None:
            with suppress(OSError):
                while True:
                    connection, _ = listening.accept()
                    kept.append(connection)
                    if answer is not None:
                        connection.recv(65536)
                        connection.sendall(answer)
                        connection.shutdown(socket.SHUT_RDWR)

        server = threading.Thread(target=serve, daemon=True)
        server.start()
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            listening.shutdown(socket.SHUT_RDWR)
            server.join()
            for connection in kept:
                connection.close()


def response(body: bytes, kind: str = "application/json", status: str = "200 OK") -> bytes:
    head = f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n"
    return head.encode() + body
