"""What can go wrong. Every failure of a call is a RedoubtError."""

from typing import Any, Dict, List, Optional, Type, TypedDict


class ErrorDetail(TypedDict):
    """One wrong member of a request."""

    path: str
    message: str
    suggestion: Optional[str]


class RedoubtError(Exception):
    """code: what programs decide by. request_id: of the last attempt, as the operator finds it in the log."""

    code: str = "FAILED"

    def __init__(self, message: str, request_id: Optional[str] = None) -> None:
        super().__init__(message)
        self.request_id = request_id


class ApiError(RedoubtError):
    """The service refused the request or failed at it: docs/errors.md. A later version of it may add codes."""

    def __init__(
        self,
        code: str,
        message: str,
        *,
        status: int,
        details: Optional[List[ErrorDetail]] = None,
        retry_after: Optional[float] = None,
        request_id: Optional[str] = None,
    ) -> None:
        super().__init__(message, request_id)
        self.code = code
        self.status = status
        self.details: List[ErrorDetail] = details or []
        self.retry_after = retry_after

    def __str__(self) -> str:
        return f"{super().__str__()} ({self.code}, HTTP {self.status}, request {self.request_id})"


class ValidationError(ApiError):
    """A member of the request is wrong: details says which, and what to send instead."""


class AuthenticationError(ApiError):
    """The key is missing, malformed, unknown or revoked."""


class PermissionDeniedError(ApiError):
    """The key lacks a scope, or the account the plan."""


class NotFoundError(ApiError):
    """Nothing of this account has that id."""


class ConflictError(ApiError):
    """An idempotency key was used for another request, or a limit of the account is reached."""


class RateLimitError(ApiError):
    """Wait retry_after seconds."""


class UnavailableError(ApiError):
    """The service, or a network behind it, cannot answer now."""


class TimeoutError(RedoubtError):  # noqa: A001
    """No complete answer in time: the body counts, not only the headers."""

    code = "TIMEOUT"


class ConnectionError(RedoubtError):  # noqa: A001
    """The connection was refused, or broke before the answer was complete."""

    code = "CONNECTION_FAILED"


class UnexpectedAnswerError(RedoubtError):
    """Something between here and the service answered, such as a proxy."""

    code = "UNEXPECTED_ANSWER"

    def __init__(self, message: str, *, status: int, request_id: Optional[str] = None) -> None:
        super().__init__(message, request_id)
        self.status = status


_BY_CODE: Dict[str, Type[ApiError]] = {
    "VALIDATION_ERROR": ValidationError,
    "PAYLOAD_TOO_LARGE": ValidationError,
    "UNSUPPORTED_MEDIA_TYPE": ValidationError,
    "INVALID_API_KEY": AuthenticationError,
    "EXPIRED_API_KEY": AuthenticationError,
    "INSUFFICIENT_SCOPE": PermissionDeniedError,
    "PLAN_REQUIRED": PermissionDeniedError,
    "NOT_FOUND": NotFoundError,
    "CONFLICT": ConflictError,
    "RATE_LIMIT_EXCEEDED": RateLimitError,
    "OVERLOADED": UnavailableError,
    "UPSTREAM_UNAVAILABLE": UnavailableError,
    "UPSTREAM_TIMEOUT": UnavailableError,
}


def api_error(error: Dict[str, Any], *, status: int, retry_after: Optional[float], request_id: Optional[str]) -> ApiError:
    """The error of an answer, in the class of its code."""
    kind = _BY_CODE.get(error["code"], ApiError)
    return kind(
        error["code"],
        error["message"],
        status=status,
        details=error.get("details"),
        retry_after=retry_after,
        request_id=request_id,
    )
