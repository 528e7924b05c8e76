"""What is to be believed and what is not: the vectors are those of the JavaScript client."""

import json
import unittest
from email.message import Message
from pathlib import Path

from redoubt_client import WebhookVerificationError, verify_webhook

VECTORS = json.loads((Path(__file__).parents[3] / "packages/client/vectors/webhooks.json").read_text("utf-8"))


class VerifyWebhook(unittest.TestCase):
    def test_vectors(self) -> None:
        self.assertGreater(len(VECTORS), 30)
        for vector in VECTORS:
            options = {
                "secret": vector["secret"],
                "headers": vector.get("headers"),
                "tolerance_seconds": vector.get("toleranceSeconds"),
                "now": vector.get("now"),
            }
            for body in (vector["body"], vector["body"].encode(), bytearray(vector["body"].encode())):
                with self.subTest(vector["name"]):
                    if "event" in vector:
                        self.assertEqual(verify_webhook(body, **options), vector["event"])
                    else:
                        with self.assertRaises(WebhookVerificationError) as caught:
                            verify_webhook(body, **options)
                        self.assertEqual(caught.exception.code, vector["error"])

    def test_headers_of_http_server(self) -> None:
        headers = Message()
        headers["X-Svc-Signature"] = VECTORS[0]["headers"]["x-svc-signature"]
        options = {"secret": VECTORS[0]["secret"], "headers": headers}
        self.assertEqual(verify_webhook(VECTORS[0]["body"], **options), VECTORS[0]["event"])
        headers["X-Svc-Signature"] = VECTORS[0]["headers"]["x-svc-signature"]
        with self.assertRaises(WebhookVerificationError):
            verify_webhook(VECTORS[0]["body"], **options)

    def test_now_is_now(self) -> None:
        standard = next(vector for vector in VECTORS if "now" in vector)
        with self.assertRaises(WebhookVerificationError) as caught:
            verify_webhook(
                standard["body"], secret=standard["secret"], headers=standard["headers"], tolerance_seconds=1
            )
        self.assertEqual(caught.exception.code, "bad-timestamp")

    def test_bytes_that_are_no_event(self) -> None:
        for body in (b"\xff", b'{"a":' + b"[" * 100_000):
            with self.assertRaises(WebhookVerificationError):
                verify_webhook(body, secret="s")

    def test_a_tolerance_that_is_no_number_accepts_nothing(self) -> None:
        standard = next(vector for vector in VECTORS if "now" in vector and "event" in vector)
        options = {"secret": standard["secret"], "headers": standard["headers"]}
        for value, kind in ((float("nan"), ValueError), (float("inf"), ValueError), (-1, ValueError), ("300", TypeError), (True, TypeError)):
            with self.subTest(value), self.assertRaises(kind):
                verify_webhook(standard["body"], tolerance_seconds=value, **options)
            with self.subTest(value), self.assertRaises(kind):
                verify_webhook(standard["body"], tolerance_seconds=300, now=value, **options)

    def test_a_call_that_can_never_verify_says_so(self) -> None:
        for secret in ("", [], [""], None):
            with self.assertRaises(TypeError):
                verify_webhook(VECTORS[0]["body"], secret=secret)
        with self.assertRaises(TypeError):
            verify_webhook(VECTORS[0]["event"], secret="s")


if __name__ == "__main__":
    unittest.main()
