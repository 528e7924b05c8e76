"""Client of Redoubt: verifies what its webhooks send."""

from .webhooks import WebhookEvent, WebhookVerificationError, verify_webhook

__all__ = ["WebhookEvent", "WebhookVerificationError", "verify_webhook"]
