"""The errors of the API as an exception."""

from __future__ import annotations

import json
from typing import Any, Dict, List, Optional


class Problem(Exception):
    """A problem of RFC 9457. GET /v1/problems/{code} says what the code means."""

    def __init__(self, fields: Dict[str, Any]) -> None:
        self.fields = fields
        self.status: int = int(fields.get("status", 0))
        self.code: str = str(fields.get("code", ""))
        self.title: str = str(fields.get("title", ""))
        self.detail: str = str(fields.get("detail", ""))
        self.request_id: Optional[str] = fields.get("requestId")
        self.retryable: bool = bool(fields.get("retryable", False))
        self.errors: List[Dict[str, Any]] = list(fields.get("errors", []))
        super().__init__(f"{self.status} {self.code}: {self.detail or self.title}")

    @staticmethod
    def of(status: int, body: bytes) -> "Problem":
        """Read an answer; one that is no problem comes from a proxy in between."""
        try:
            fields = json.loads(body)
        except ValueError:
            fields = None
        if not isinstance(fields, dict):
            fields = {"title": "The answer is not from health-tools"}
        return Problem({"status": status, **fields})
