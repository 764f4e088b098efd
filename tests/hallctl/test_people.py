"""The people of a practice session hear an answer whole or not at all."""

import socket
import threading

import pytest

from hallctl.practice.people import ConsoleClient


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"HTTP/1.1 200 OK\r\nContent-Length: 1981\r\n\r\n",
        b'HTTP/1.1 200 OK\r\nContent-Length: 1981\r\n\r\n{"sequence":',
        b"HTTP/1.1 2",
    ],
)
def test_a_controller_that_dies_in_the_middle_of_an_answer_has_not_answered(said):
    with socket.create_server(("127.0.0.1", 0)) as server:

        def die_in_the_middle():
            connection, _ = server.accept()
            with connection:
                connection.recv(4096)
                connection.sendall(said)

        thread = threading.Thread(target=die_in_the_middle)
        thread.start()
        try:
            with pytest.raises(OSError, match=r"127|closed|Remote|reset"):
                ConsoleClient(f"http://127.0.0.1:{server.getsockname()[1]}").desk()
        finally:
            thread.join()
