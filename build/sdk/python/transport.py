"""Requests over http.client: uploads are streamed, and a refusal that names a time is tried again after it."""

from __future__ import annotations

import http.client
import io
import json
import os
import ssl
import time
import uuid
from typing import Any, BinaryIO, Dict, Iterable, Iterator, List, Mapping, Optional, Tuple, Union
from urllib.parse import urlsplit

from .problem import Problem

#: A document: text, bytes, a path of a file, or an open binary file.
Document = Union[str, bytes, "os.PathLike[str]", BinaryIO]
Part = Tuple[str, Any]

_BLOCK = 1 << 16


class Transport:
    """One server and one key. Safe to share between threads: each request opens its own connection."""

    def __init__(
        self,
        url: str,
        key: str,
        *,
        timeout: float,
        retries: int,
        longest_wait: float,
        ssl_context: Optional[ssl.SSLContext],
    ) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError("url must start with http:// or https://, for example http://127.0.0.1:8080")
        self._secure = parts.scheme == "https"
        self._host = parts.hostname
        self._port = parts.port
        self._prefix = parts.path.rstrip("/") + "/v1"
        self._key = key
        self._timeout = timeout
        self._retries = retries
        self._longest_wait = longest_wait
        self._ssl = ssl_context

    def request(
        self,
        method: str,
        path: str,
        *,
        body: Any = None,
        parts: Optional[List[Part]] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> http.client.HTTPResponse:
        """Send a request; JSON if there is a body, a form if there are parts. Raises Problem unless the status is 2xx."""
        attempt = 0
        while True:
            response = self._send(method, path, body, parts, headers or {})
            if 200 <= response.status < 300:
                return response
            problem = Problem.of(response.status, response.read())
            wait = _seconds(response.getheader("Retry-After"))
            may_repeat = wait is not None and wait <= self._longest_wait and _is_repeatable(parts or [])
            if attempt >= self._retries or not problem.retryable or not may_repeat:
                raise problem
            attempt += 1
            time.sleep(wait or 0)

    def _send(
        self, method: str, path: str, body: Any, parts: Optional[List[Part]], headers: Mapping[str, str]
    ) -> http.client.HTTPResponse:
        # The program sends a form from its files while the server reads it: no file is in memory as a whole.
        connection: http.client.HTTPConnection
        if self._secure:
            connection = http.client.HTTPSConnection(self._host, self._port, timeout=self._timeout, context=self._ssl)
        else:
            connection = http.client.HTTPConnection(self._host, self._port, timeout=self._timeout)
        sent: Dict[str, str] = {"Authorization": "Bearer " + self._key, "Accept": "application/json", "Connection": "close"}
        sent.update(headers)
        payload: Any = None
        if parts is not None:
            boundary = uuid.uuid4().hex
            sent["Content-Type"] = "multipart/form-data; boundary=" + boundary
            payload = _form(parts, boundary)
        elif body is not None:
            sent["Content-Type"] = "application/json"
            payload = json.dumps(body).encode()
        try:
            connection.request(method, self._prefix + path, payload, sent)
        except (BrokenPipeError, ConnectionResetError):
            # The server refused the upload before its end: the reason is in its answer.
            pass
        return connection.getresponse()


def is_file(value: Any) -> bool:
    """True for what is sent as a part of a form and not as JSON."""
    return isinstance(value, (bytes, bytearray, os.PathLike)) or hasattr(value, "read")


def _is_repeatable(parts: Iterable[Part]) -> bool:
    return all(not hasattr(value, "read") or value.seekable() for _, value in parts)


def _form(parts: Iterable[Part], boundary: str) -> Iterator[bytes]:
    for name, value in parts:
        # No file name: it may hold the name of a person.
        file = '; filename="file"\r\nContent-Type: application/octet-stream' if is_file(value) else ""
        yield f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"{file}\r\n\r\n'.encode()
        yield from _blocks(value)
        yield b"\r\n"
    yield f"--{boundary}--\r\n".encode()


def _blocks(value: Any) -> Iterator[bytes]:
    if isinstance(value, str):
        yield value.encode()
    elif isinstance(value, (bytes, bytearray)):
        yield bytes(value)
    elif isinstance(value, os.PathLike):
        with open(value, "rb") as file:
            yield from iter(lambda: file.read(_BLOCK), b"")
    else:
        if value.seekable():
            value.seek(0)
        yield from iter(lambda: value.read(_BLOCK), b"")


def _seconds(retry_after: Optional[str]) -> Optional[float]:
    try:
        return None if retry_after is None else max(0.0, float(retry_after))
    except ValueError:
        return None


def copy_to(response: io.BufferedIOBase, target: "os.PathLike[str] | str") -> None:
    """Write an answer to a file, block by block."""
    with open(target, "wb") as file:
        for block in iter(lambda: response.read(_BLOCK), b""):
            file.write(block)
