"""Requests as the service wants them, and what may be repeated. Nothing here opens a connection."""

import datetime
import email.utils
import json
import math
import random
import re
import uuid
from dataclasses import dataclass
from typing import Any, Callable, Dict, Mapping, Optional
from urllib.parse import quote, urlencode, urlsplit

from .answer import Answer
from .errors import ApiError, RedoubtError, UnexpectedAnswerError, api_error

_FIRST = 0.5
_LONGEST = 8.0
# A longer Retry-After is the caller's to wait for: the error tells it.
_LONGEST_RETRY_AFTER = 60.0
# Pages in a row without an item; the service has none but perhaps the last.
_MAX_EMPTY_PAGES = 100
# Members that are text in the API because JavaScript loses digits of numbers.
_AMOUNTS = ("value", "gasPrice", "maxFeePerGas", "maxPriorityFeePerGas", "maxFeePerBlobGas", "amount")
# Refused before anything was done.
_REFUSED = (429, 503)
_FAILED = (500, 502, 504)


@dataclass(frozen=True)
class CallOptions:
    """What a single call may change.

    timeout: seconds for one attempt, its body included. max_retries: attempts after the first, where repeating is safe.
    request_id: your own id of the request. idempotency_key: of a call that creates something; default: a new one for each call.
    lenient: members that the service does not know are ignored; the verdict is then never PROCEED or SAFE.
    on_meta: receives meta of the answer.
    """

    timeout: Optional[float] = None
    max_retries: Optional[int] = None
    request_id: Optional[str] = None
    idempotency_key: Optional[str] = None
    lenient: bool = False
    on_meta: Optional[Callable[[Dict[str, Any]], None]] = None


@dataclass(frozen=True)
class Received:
    """A complete answer."""

    status: int
    headers: Mapping[str, str]
    body: bytes


def path_of(*parts: str) -> str:
    """A path of texts and values in turn; values are percent-encoded. Raises TypeError for one that would name another path."""
    path = ""
    for index, part in enumerate(parts):
        if index % 2 == 0:
            path += part
            continue
        if not isinstance(part, str) or re.fullmatch(r"\.{0,2}", part):
            raise TypeError(f"An id, address or entity is missing: {part!r}")
        path += quote(part, safe="")
    return path


def with_query(path: str, query: Optional[Mapping[str, Any]]) -> str:
    members = {name: _text(value) for name, value in (query or {}).items() if value is not None}
    return f"{path}?{urlencode(members)}" if members else path


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def base_of(base_url: str) -> str:
    """Raises ValueError unless it is an http or https address without a password."""
    parts = urlsplit(base_url)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
        raise ValueError("base_url: expected an http or https URL such as https://redoubt.example")
    if parts.username or parts.password:
        raise ValueError("base_url: a key or password does not belong there")
    return base_url.rstrip("/")


def headers_of(
    api_key: Optional[str], accept: str, body: Optional[bytes], call: CallOptions, idempotency_key: Optional[str]
) -> Dict[str, str]:
    headers = {"Accept": f"{accept}, application/problem+json", "User-Agent": "redoubt-client-python"}
    if api_key is not None:
        headers["Authorization"] = f"Bearer {api_key}"
    if body is not None:
        headers["Content-Type"] = "application/json"
    if call.request_id is not None:
        headers["X-Request-ID"] = call.request_id
    if idempotency_key is not None:
        headers["Idempotency-Key"] = idempotency_key
    if call.lenient:
        headers["Prefer"] = "handling=lenient"
    return headers


def check_key(api_key: Optional[str]) -> Optional[str]:
    """The message names no key: it is a secret."""
    if api_key is not None and not re.fullmatch(r"[\x21-\x7e]+", api_key):
        raise ValueError("api_key: expected svc_live_… or svc_test_…")
    return api_key


# Longest time-out, in seconds: as that of the JavaScript client, and below what sockets and threads hold.
_MAX_SECONDS = (2**31 - 1) / 1000


def checked_seconds(name: str, value: Any) -> float:
    """Raises TypeError or ValueError that names the option."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError(f"{name}: expected a number of seconds, not {value!r}")
    if not 0 < value <= _MAX_SECONDS:
        raise ValueError(f"{name}: expected seconds above 0 and up to {_MAX_SECONDS:.0f}, not {value!r}")
    return float(value)


def checked_retries(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"max_retries: expected a whole number, not {value!r}")
    if value < 0:
        raise ValueError(f"max_retries: expected a whole number from 0 on, not {value!r}")
    return value


class Pages:
    """Whether a list goes on, and where. Raises UnexpectedAnswerError for one that does not end."""

    def __init__(self, cursor: Optional[str]) -> None:
        self._seen = {cursor}
        self._empty = 0

    def after(self, page: Mapping[str, Any], items: str) -> Optional[str]:
        cursor = page.get("nextCursor")
        if cursor is None or page.get("hasMore") is False:
            return None
        self._empty = 0 if page[items] else self._empty + 1
        if cursor in self._seen or self._empty == _MAX_EMPTY_PAGES:
            raise UnexpectedAnswerError(
                "The list does not end: its pages repeat, or are empty. Is base_url right?", status=200
            )
        self._seen.add(cursor)
        return str(cursor)


def check_stream(status: int, content_type: Optional[str]) -> None:
    """Raises UnexpectedAnswerError for an answer that is no event stream, though it is one of success."""
    if re.match(r"text/event-stream(?:$|[\s;])", (content_type or "").strip().lower()) is None:
        kind = content_type or "no type"
        raise UnexpectedAnswerError(f"No event stream: HTTP {status} with {kind}; is base_url right?", status=status)


def body_of(body: Any) -> Optional[bytes]:
    return None if body is None else json.dumps(_with_decimals(body), ensure_ascii=False, allow_nan=False).encode("utf-8", "surrogatepass")


def _with_decimals(value: Any) -> Any:
    """Amounts may be an int, as web3.py has them: they are sent as decimal text."""
    if isinstance(value, Mapping):
        return {
            name: str(one) if name in _AMOUNTS and isinstance(one, int) and not isinstance(one, bool) else _with_decimals(one)
            for name, one in value.items()
        }
    if isinstance(value, (list, tuple)):
        return [_with_decimals(one) for one in value]
    return value


def idempotency_key_of(effect: Optional[str], call: CallOptions) -> Optional[str]:
    """One for all attempts of a call, so that its retries create one thing."""
    return call.idempotency_key or (str(uuid.uuid4()) if effect == "creates" else None)


def error_of(received: Received) -> RedoubtError:
    json_body = _json_of(received)
    error = json_body.get("error") if isinstance(json_body, dict) else None
    if not isinstance(error, dict) or not isinstance(error.get("code"), str) or not isinstance(error.get("message"), str):
        return _unexpected(received)
    return api_error(
        error,
        status=received.status,
        retry_after=retry_after_of(received.headers.get("retry-after")),
        request_id=received.headers.get("x-request-id"),
    )


def data_of(received: Received, call: CallOptions) -> Any:
    """`data` of an answer. Raises UnexpectedAnswerError when it is none of Redoubt's."""
    body = _json_of(received)
    if not isinstance(body, dict) or body.get("success") is not True or "data" not in body:
        raise _unexpected(received)
    if call.on_meta is not None and "meta" in body:
        call.on_meta(body["meta"])
    data = body["data"]
    return Answer(data) if isinstance(data, dict) else data


def may_repeat(effect: Optional[str], error: RedoubtError) -> bool:
    status = getattr(error, "status", None)
    if status in _REFUSED:
        return True
    return effect != "once" and (status is None or status in _FAILED)


def retry_delay(failed: int, error: RedoubtError, chance: Callable[[], float] = random.random) -> Optional[float]:
    """Seconds until the next attempt; None: longer than a call should take. Retry-After is never undercut."""
    growing = min(_LONGEST, _FIRST * 2.0 ** min(failed - 1, 30))
    # Clients that failed together must not come back together.
    jittered = growing * (0.5 + chance() / 2)
    asked = error.retry_after if isinstance(error, ApiError) else None
    if asked is None:
        return jittered
    return None if asked > _LONGEST_RETRY_AFTER else asked + jittered / 4


def retry_after_of(header: Optional[str]) -> Optional[float]:
    """Seconds of a Retry-After header, which is a number or a date."""
    if header is None or not header.strip():
        return None
    try:
        seconds = float(header)
        return max(0.0, seconds) if math.isfinite(seconds) else None
    except ValueError:
        pass
    try:
        at = email.utils.parsedate_to_datetime(header)
        # A date that names no zone is in UTC.
        at = at if at.tzinfo is not None else at.replace(tzinfo=datetime.timezone.utc)
        return max(0.0, (at - datetime.datetime.now(datetime.timezone.utc)).total_seconds())
    except (TypeError, ValueError, OverflowError):
        return None


def _json_of(received: Received) -> Any:
    try:
        return json.loads(received.body)
    except (ValueError, RecursionError):
        return None


def _unexpected(received: Received) -> UnexpectedAnswerError:
    return UnexpectedAnswerError(
        f"HTTP {received.status} without an answer of Redoubt; is base_url right?",
        status=received.status,
        request_id=received.headers.get("x-request-id"),
    )
