"""What every tool can do: run, save the file, batch, and the same as jobs."""

from __future__ import annotations

import base64
import json
import os
import time
from typing import Any, Dict, Iterable, List, Mapping, Optional, Tuple

from .problem import Problem
from .transport import Document, Part, Transport, copy_to, is_file


class Job:
    """A call that is answered later. Its result is kept on the server for a while, in memory only."""

    def __init__(self, transport: Transport, fields: Dict[str, Any]) -> None:
        self._transport = transport
        self.fields = fields
        self.id: str = fields["id"]

    @property
    def status(self) -> str:
        """running, succeeded or failed, as of the last refresh."""
        return str(self.fields["status"])

    def refresh(self) -> "Job":
        self.fields = json.load(self._transport.request("GET", "/jobs/" + self.id))
        return self

    def wait(self, timeout: Optional[float] = None) -> Any:
        """Wait for the result. Raises Problem if the call failed and TimeoutError after so many seconds."""
        end = None if timeout is None else time.monotonic() + timeout
        pause = 0.05
        while self.status == "running":
            if end is not None and time.monotonic() >= end:
                raise TimeoutError("The job is still running.")
            time.sleep(pause if end is None else max(0.0, min(pause, end - time.monotonic())))
            pause = min(2.0, pause * 1.5)
            self.refresh()
        return json.load(self._transport.request("GET", "/jobs/" + self.id + "/result"))

    def cancel(self) -> None:
        """Stop the job and delete its result."""
        self._transport.request("DELETE", "/jobs/" + self.id).read()


class Tool:
    """
    One tool of the server. A document as text travels as JSON; bytes, paths and open files travel as a form and are streamed.
    """

    def __init__(self, transport: Transport, id: str, documents: Mapping[str, Tuple[str, str]], main: Optional[str]) -> None:
        self._transport = transport
        self._path = "/tools/" + id
        # Fields that may be files, with the names of their parts and "text" or "bytes".
        self._documents = documents
        self._main = main

    def _call(self, path: str, input: Mapping[str, Any], options: Any, headers: Optional[Mapping[str, str]] = None) -> Any:
        given = {name: value for name, value in input.items() if value is not None}
        if not any(is_file(value) for value in given.values()):
            body = {**given, **({} if options is None else {"options": options})}
            return self._transport.request("POST", self._path + path, body=body, headers=headers)
        parts: List[Part] = [self._part(name, value) for name, value in given.items()]
        if options is not None:
            parts.append(("options", json.dumps(options)))
        return self._transport.request("POST", self._path + path, parts=parts, headers=headers)

    def _part(self, name: str, value: Any) -> Part:
        part = self._documents[name][0] if name in self._documents else name
        return (part, value if isinstance(value, str) or is_file(value) else json.dumps(value))

    def _run(self, input: Mapping[str, Any], options: Any) -> Any:
        return json.load(self._call("", input, options))

    def _save(self, target: "os.PathLike[str] | str", input: Mapping[str, Any], options: Any) -> None:
        copy_to(self._call("?output=file", input, options, {"Accept": "*/*"}), target)

    def _start(self, path: str, input: Mapping[str, Any], options: Any, idempotency_key: Optional[str]) -> Job:
        headers = None if idempotency_key is None else {"Idempotency-Key": idempotency_key}
        return Job(self._transport, json.load(self._call(path + "/jobs", input, options, headers)))

    def _batch(self, path: str, inputs: Iterable[Mapping[str, Any]], options: Any, headers: Optional[Mapping[str, str]] = None) -> Any:
        items = list(inputs)
        if self._main is not None and items and all(list(item) == [self._main] and is_file(item[self._main]) for item in items):
            parts: List[Part] = [("file", item[self._main]) for item in items]
            if options is not None:
                parts.append(("options", json.dumps(options)))
            return json.load(self._transport.request("POST", self._path + path, parts=parts, headers=headers))
        body: Dict[str, Any] = {"items": [{"id": str(i), "input": self._plain(item)} for i, item in enumerate(items)]}
        if options is not None:
            body["options"] = options
        return json.load(self._transport.request("POST", self._path + path, body=body, headers=headers))

    def _plain(self, item: Mapping[str, Any]) -> Dict[str, Any]:
        return {name: self._text(name, value) for name, value in item.items()}

    def _text(self, name: str, value: Any) -> Any:
        if not is_file(value):
            return value
        content = value.read() if hasattr(value, "read") else value if isinstance(value, (bytes, bytearray)) else open(value, "rb").read()
        return base64.b64encode(content).decode() if self._documents[name][1] == "bytes" else content.decode()


__all__ = ["Document", "Job", "Problem", "Tool"]
