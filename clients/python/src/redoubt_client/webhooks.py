"""Verification of webhooks, by the rules of docs/WEBHOOKS.md."""

import base64
import hashlib
import hmac
import json
import math
import re
import time
from typing import Any, Dict, List, Mapping, NoReturn, Optional, Sequence, Tuple, TypedDict, Union


class WebhookEvent(TypedDict):
    """What happened. The same id may come more than once: whoever has it already answers 2xx and does nothing."""

    id: str
    type: str
    timestamp: str
    data: Dict[str, Any]


class WebhookVerificationError(Exception):
    """What was received is not to be believed: answer 400, and do nothing.

    code: "no-signature" none of the kind that is asked for; "bad-signature" made by another secret, or for other bytes;
    "bad-timestamp" too old, or of the future; "bad-body" signed, but no event.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


# The last member of a body: taken out, the rest is what it signs.
_OWN_SIGNATURE = re.compile(rb',"signature":"sha256=([0-9a-f]{64})"\}\Z')
_HEADER_SIGNATURE = re.compile(r"sha256=([0-9a-f]{64})")
_STANDARD_SECRET = re.compile(r"whsec_((?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)")


def verify_webhook(
    body: Union[bytes, bytearray, str],
    *,
    secret: Union[str, Sequence[str]],
    headers: Optional[Mapping[str, str]] = None,
    tolerance_seconds: Optional[float] = None,
    now: Optional[float] = None,
) -> WebhookEvent:
    """The event that a request of Redoubt carries.

    body: as received, before any JSON is parsed: other bytes of the same meaning have another signature.
    secret: as the webhook's creation or rotation answered it; during a rotation the new one and the earlier one.
    headers: of the request. Without them the signature in the body counts.
    tolerance_seconds: requires the headers of Standard Webhooks, and refuses an attempt made longer ago than this.
    now: Unix seconds; default: now.

    Raises WebhookVerificationError when it is not to be believed, TypeError or ValueError when it is called wrongly.
    """
    secrets = [secret] if isinstance(secret, str) else list(secret)
    if not secrets or not all(isinstance(one, str) and one for one in secrets):
        raise TypeError("verify_webhook: secret is missing.")
    if isinstance(body, str):
        # A lone surrogate is in nothing that was decoded: what it becomes fits no signature.
        raw = body.encode("utf-8", "surrogatepass")
    elif isinstance(body, (bytes, bytearray)):
        raw = bytes(body)
    else:
        raise TypeError("verify_webhook: body should be the raw body, a string or bytes, not what was parsed from it.")
    # Any comparison with NaN is false: such a tolerance would accept every attempt.
    for name, value in (("tolerance_seconds", tolerance_seconds), ("now", now)):
        if value is None:
            continue
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise TypeError(f"verify_webhook: {name} should be a number of seconds.")
        if not math.isfinite(value) or value < 0:
            raise ValueError(f"verify_webhook: {name} should be a number of seconds from 0 on.")
    given = _lower_case(headers)
    if tolerance_seconds is None:
        _check_own(raw, given.get("x-svc-signature"), secrets)
    else:
        _check_standard(raw, given, secrets, tolerance_seconds, time.time() if now is None else now)
    return _event_of(raw)


def _lower_case(headers: Optional[Mapping[str, str]]) -> Dict[str, str]:
    named: Dict[str, str] = {}
    for name, value in headers.items() if headers is not None else ():
        key = name.lower()
        named[key] = f"{named[key]}, {value}" if key in named else value
    return named


def _check_own(body: bytes, given: Optional[str], secrets: List[str]) -> None:
    """X-Svc-Signature signs the body as it is; the one inside signs what is before it."""
    keys = [secret.encode() for secret in secrets]
    if given is not None:
        found = _HEADER_SIGNATURE.fullmatch(given)
        if found is None or not _made_by_one_of(keys, bytes.fromhex(found[1]), body):
            _refuse("X-Svc-Signature")
        return
    own = _OWN_SIGNATURE.search(body)
    if own is None:
        raise WebhookVerificationError("no-signature", "There is no X-Svc-Signature, and no signature in the body.")
    if not _made_by_one_of(keys, bytes.fromhex(own[1].decode()), body[: own.start()] + b"}"):
        _refuse("The signature in the body")


def _check_standard(
    body: bytes, headers: Dict[str, str], secrets: List[str], tolerance_seconds: float, now: float
) -> None:
    """Standard Webhooks 1.0.0."""
    named: Tuple[Optional[str], ...] = tuple(headers.get(f"webhook-{name}") for name in ("id", "timestamp", "signature"))
    event_id, timestamp, signature = named
    if event_id is None or timestamp is None or signature is None:
        raise WebhookVerificationError(
            "no-signature",
            "tolerance_seconds needs the headers webhook-id, webhook-timestamp and webhook-signature.",
        )
    message = f"{event_id}.{timestamp}.".encode("utf-8", "surrogateescape") + body
    # As text: a spelling that decodes to the same bytes is another signature.
    sums = [b"v1," + base64.b64encode(_sum(_standard_key(secret), message)) for secret in secrets]
    made = False
    for one in signature.encode("utf-8", "surrogateescape").split(b" "):
        for expected in sums:
            made |= hmac.compare_digest(one, expected)
    if not made:
        _refuse("webhook-signature")
    if re.fullmatch(r"[0-9]{1,12}", timestamp) is None or abs(now - int(timestamp)) > tolerance_seconds:
        raise WebhookVerificationError(
            "bad-timestamp",
            f"The attempt is of another time than now: webhook-timestamp is more than {tolerance_seconds:g} s away.",
        )


def _standard_key(secret: str) -> bytes:
    """What follows whsec_ is base64 of the key; a secret of one's own is its bytes."""
    found = _STANDARD_SECRET.fullmatch(secret)
    return secret.encode() if found is None else base64.b64decode(found[1])


def _sum(key: bytes, message: bytes) -> bytes:
    return hmac.new(key, message, hashlib.sha256).digest()


def _made_by_one_of(keys: List[bytes], given: bytes, message: bytes) -> bool:
    made = False
    for key in keys:
        # All of them are tried: which secret it was is told to nobody.
        made |= hmac.compare_digest(given, _sum(key, message))
    return made


def _event_of(body: bytes) -> WebhookEvent:
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError:
        raise WebhookVerificationError("bad-body", "The body is not UTF-8.") from None
    try:
        parsed = json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise WebhookVerificationError("bad-body", "The body is not JSON.") from None
    members = parsed if isinstance(parsed, dict) else {}
    event_id, kind, at, data = (members.get(name) for name in ("id", "type", "timestamp", "data"))
    if not (isinstance(event_id, str) and isinstance(kind, str) and isinstance(at, str) and isinstance(data, dict)):
        raise WebhookVerificationError(
            "bad-body", "The body is no event: it should have id, type, timestamp and data."
        )
    return {"id": event_id, "type": kind, "timestamp": at, "data": data}


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def _refuse(what: str) -> NoReturn:
    raise WebhookVerificationError(
        "bad-signature",
        f"{what} does not fit: another secret made it, or the body is not what was sent. "
        "Give the raw body, before it is parsed.",
    )
