"""The client: one object for a server and a key."""

from __future__ import annotations

import json
import ssl
from typing import Any, Dict, List, Optional

from .tool import Job
from .tools import Categories
from .transport import Transport


class Client(Categories):
    """
    Calls the tools of a health-tools server.

    :param url: of the server, for example http://127.0.0.1:8080
    :param key: made with ``health-tools keys create``
    :param timeout: seconds without an answer
    :param retries: of a refusal that names a time (429, 503 with Retry-After)
    :param longest_wait: seconds of Retry-After that are waited for
    :param ssl_context: certificates of an https server
    """

    def __init__(
        self,
        url: str,
        key: str,
        *,
        timeout: float = 300,
        retries: int = 3,
        longest_wait: float = 60,
        ssl_context: Optional[ssl.SSLContext] = None,
    ) -> None:
        self._transport = Transport(
            url, key, timeout=timeout, retries=retries, longest_wait=longest_wait, ssl_context=ssl_context
        )
        super().__init__(self._transport)

    def me(self) -> Dict[str, Any]:
        """Plan, scopes, limits, quota left and usage of the key."""
        return json.load(self._transport.request("GET", "/me"))

    def jobs(self) -> List[Job]:
        """The jobs of the key, newest first."""
        return [Job(self._transport, fields) for fields in json.load(self._transport.request("GET", "/jobs"))["jobs"]]
