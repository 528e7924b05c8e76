"""Sends requests with the standard library. One connection for each attempt: a scan takes longer than a handshake."""

import http.client
import json
import re
import socket
import ssl
import threading
import time
from typing import Any, Callable, Dict, Generator, Iterator, Mapping, Optional
from urllib.parse import urlsplit

from ._request import (
    CallOptions,
    Pages,
    Received,
    base_of,
    body_of,
    check_key,
    check_stream,
    checked_retries,
    checked_seconds,
    data_of,
    error_of,
    headers_of,
    idempotency_key_of,
    may_repeat,
    retry_delay,
    with_query,
)
from .errors import ApiError, ConnectionError, RedoubtError, TimeoutError

_NONE = CallOptions()
# The service asks for it until it says otherwise, in seconds.
_STREAM_RETRY = 2.0
# A service that is none, or was taken over, must not fill the memory.
_MAX_ANSWER = 64 * 1024 * 1024
# Seconds.
_LONGEST_STREAM_RETRY = 60.0
_MAX_LINE = 4 * 1024**2


class Connection:
    """One request on a connection of its own, which a deadline or another thread may end at any point."""

    def __init__(self, base: str, context: Optional[ssl.SSLContext], timeout: float) -> None:
        parts = urlsplit(base)
        self._prefix = parts.path
        self._expired = False
        self._closed = False
        self._socket: Optional[socket.socket] = None
        host = parts.hostname or ""
        if parts.scheme == "https":
            self._http: http.client.HTTPConnection = http.client.HTTPSConnection(
                host, parts.port, timeout=timeout, context=context or ssl.create_default_context()
            )
        else:
            self._http = http.client.HTTPConnection(host, parts.port, timeout=timeout)
        self._timer: Optional[threading.Timer] = None

    def open(self, method: str, path: str, headers: Mapping[str, str], body: Optional[bytes]) -> http.client.HTTPResponse:
        self._http.connect()
        # http.client forgets the socket of an answer that ends with its connection.
        self._socket = self._http.sock
        if self._closed:
            self._shut()
        self._http.request(method, self._prefix + path, body=body, headers={**headers, "Connection": "close"})
        return self._http.getresponse()

    def end_after(self, seconds: float) -> None:
        """Ends it whatever it waits for: time-outs of sockets begin anew with every byte."""
        self._timer = threading.Timer(seconds, self._expire)
        self._timer.daemon = True
        self._timer.start()

    @property
    def expired(self) -> bool:
        return self._expired

    @property
    def interrupted(self) -> bool:
        return self._closed

    def interrupt(self) -> None:
        """From another thread: what waits for it fails at once."""
        self._closed = True
        self._shut()

    def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._http.close()

    def _expire(self) -> None:
        self._expired = True
        self.interrupt()

    def _shut(self) -> None:
        if self._socket is None:
            return
        try:
            self._socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


class Transport:
    def __init__(
        self, base_url: str, api_key: Optional[str], timeout: float, max_retries: int, context: Optional[ssl.SSLContext]
    ) -> None:
        self._base = base_of(base_url)
        self._key = check_key(api_key)
        self._timeout = checked_seconds("timeout", timeout)
        self._max_retries = checked_retries(max_retries)
        self._context = context

    def call(
        self,
        method: str,
        path: str,
        *,
        query: Optional[Mapping[str, Any]] = None,
        body: Any = None,
        effect: Optional[str] = None,
        call: Optional[CallOptions] = None,
    ) -> Any:
        """`data` of the answer."""
        options = call or _NONE
        return data_of(self._send(method, with_query(path, query), "application/json", body, effect, options), options)

    def read(
        self,
        method: str,
        path: str,
        *,
        accept: str,
        query: Optional[Mapping[str, Any]] = None,
        call: Optional[CallOptions] = None,
    ) -> bytes:
        """The answer as it is: a PDF, a CSV."""
        return self._send(method, with_query(path, query), accept, None, None, call or _NONE).body

    def pages(self, page: Callable[[Optional[str]], Any], items: str, cursor: Optional[str]) -> Iterator[Any]:
        """Items of every page; a page is requested when the items before it were taken."""
        pages = Pages(cursor)
        while True:
            one = page(cursor)
            yield from one[items]
            cursor = pages.after(one, items)
            if cursor is None:
                return

    def stream(
        self, last_event_id: Optional[str], silence: float, watch: Callable[[Connection], None] = lambda _: None
    ) -> Generator[Any, None, None]:
        """Events as they happen. watch: receives each connection, so that another thread can end it."""
        checked_seconds("silence", silence)
        cursor = last_event_id
        retry = _STREAM_RETRY
        failed = 0
        while True:
            connection = Connection(self._base, self._context, silence)
            watch(connection)
            try:
                headers = headers_of(self._key, "text/event-stream", None, _NONE, None)
                if cursor is not None:
                    headers["Last-Event-ID"] = cursor
                response = connection.open("GET", "/v1/events/stream", headers, None)
                if response.status != 200:
                    raise error_of(_received(response))
                check_stream(response.status, response.getheader("content-type"))
                for block in _blocks(response):
                    failed = 0
                    if re.fullmatch(r"[0-9]{1,9}", block.get("retry", "")):
                        retry = min(int(block["retry"]) / 1000, _LONGEST_STREAM_RETRY)
                    if block.get("event") == "end":
                        ended = _object_of(block.get("data", "{}"))
                        raise ApiError(ended.get("code", "INVALID_API_KEY"), ended.get("message", "The stream ended."), status=401)
                    # The first block has a place and no event: what happens while the stream is down is not lost.
                    if re.fullmatch(r"[!-~]{1,256}", block.get("id", "")):
                        cursor = block["id"]
                    if "data" in block:
                        yield {**_object_of(block["data"]), "cursor": cursor}
            except ssl.SSLCertVerificationError as error:
                # Another attempt finds the same certificate.
                raise ConnectionError(f"GET {self._base} failed: {error}") from error
            except (OSError, http.client.HTTPException):
                pass
            except RedoubtError as error:
                status = getattr(error, "status", None)
                if status is not None and status != 429 and status < 500:
                    raise
            finally:
                connection.close()
            failed += 1
            if not connection.interrupted:
                time.sleep(max(retry, retry_delay(failed, RedoubtError("")) or 0.0))
            # Also while it slept.
            if connection.interrupted:
                return

    def _send(
        self, method: str, path: str, accept: str, body: Any, effect: Optional[str], call: CallOptions
    ) -> Received:
        sent = body_of(body)
        headers = headers_of(self._key, accept, sent, call, idempotency_key_of(effect, call))
        max_retries = self._max_retries if call.max_retries is None else checked_retries(call.max_retries)
        timeout = self._timeout if call.timeout is None else checked_seconds("timeout", call.timeout)
        attempt = 1
        while True:
            error: RedoubtError
            try:
                received = self._exchange(method, path, headers, sent, timeout)
                if received.status < 300:
                    return received
                # A redirect would carry the key and the transaction to another place.
                error = error_of(received)
            except RedoubtError as failure:
                error = failure
            delay = retry_delay(attempt, error) if attempt <= max_retries and may_repeat(effect, error) else None
            if delay is None:
                raise error
            time.sleep(delay)
            attempt += 1

    def _exchange(
        self, method: str, path: str, headers: Mapping[str, str], body: Optional[bytes], timeout: float
    ) -> Received:
        connection = Connection(self._base, self._context, timeout)
        connection.end_after(timeout)
        try:
            received = _received(connection.open(method, path, headers, body))
            # What is shut down may look like the end of the body.
            if connection.expired:
                raise TimeoutError(_late(timeout))
            return received
        except (OSError, http.client.HTTPException) as error:
            if connection.expired or isinstance(error, socket.timeout):
                raise TimeoutError(_late(timeout)) from None
            raise ConnectionError(f"{method} {self._base} failed: {error or type(error).__name__}") from error
        finally:
            connection.close()


def _late(timeout: float) -> str:
    return f"No complete answer within {timeout:g} s."


def _received(response: http.client.HTTPResponse) -> Received:
    body = response.read(_MAX_ANSWER + 1)
    if len(body) > _MAX_ANSWER:
        raise http.client.HTTPException(f"The answer is longer than {_MAX_ANSWER} bytes.")
    headers = {name.lower(): value for name, value in response.getheaders()}
    return Received(response.status, headers, body)


def _object_of(text: str) -> Dict[str, Any]:
    """Data of an event. What is no object is a broken stream, which is resumed."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise http.client.HTTPException("An event of the stream is no JSON object.")
    return value


def _blocks(response: http.client.HTTPResponse) -> Iterator[Dict[str, str]]:
    """Blocks of an event stream (WHATWG HTML, section 9.2); a comment has no members."""
    block: Dict[str, str] = {}
    while True:
        raw = response.readline(_MAX_LINE)
        if not raw:
            return
        if not raw.endswith(b"\n"):
            raise http.client.HTTPException("An event of the stream is too long, or cut off.")
        line = raw.decode("utf-8", "replace").rstrip("\r\n")
        if line == "":
            yield block
            block = {}
            continue
        name, _, value = line.partition(":")
        value = value[1:] if value.startswith(" ") else value
        if name == "data" and "data" in block:
            block["data"] += f"\n{value}"
        elif name in ("data", "id", "event", "retry"):
            block[name] = value
        if len(block.get("data", "")) > _MAX_LINE:
            raise http.client.HTTPException("An event of the stream is too long.")
