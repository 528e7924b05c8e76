"""Client of Redoubt: scans, scores, approvals, monitors, webhooks and events. Standard library only."""

from . import types
from ._request import CallOptions
from .answer import Answer
from .client import AsyncClient, Client
from .ends import end_with_signature
from .errors import (
    ApiError,
    AuthenticationError,
    ConflictError,
    ConnectionError,
    ErrorDetail,
    NotFoundError,
    PermissionDeniedError,
    RateLimitError,
    RedoubtError,
    TimeoutError,
    UnavailableError,
    UnexpectedAnswerError,
    ValidationError,
)
from .webhooks import WebhookEvent, WebhookVerificationError, verify_webhook

__all__ = [
    "Answer",
    "ApiError",
    "AsyncClient",
    "AuthenticationError",
    "CallOptions",
    "Client",
    "ConflictError",
    "ConnectionError",
    "ErrorDetail",
    "NotFoundError",
    "PermissionDeniedError",
    "RateLimitError",
    "RedoubtError",
    "TimeoutError",
    "UnavailableError",
    "UnexpectedAnswerError",
    "ValidationError",
    "WebhookEvent",
    "WebhookVerificationError",
    "types",
    "end_with_signature",
    "verify_webhook",
]
