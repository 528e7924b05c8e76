"""Requests, retries, time-outs, iterators and notebooks, against a local server that answers as each test says."""

import asyncio
import json
import threading
import time
import unittest
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Callable, Dict, Iterator, List, Tuple

from redoubt_client import (
    Answer,
    ApiError,
    AsyncClient,
    AuthenticationError,
    CallOptions,
    Client,
    ConnectionError,
    RateLimitError,
    TimeoutError,
    UnexpectedAnswerError,
    ValidationError,
    _request,
)

Respond = Callable[["Handler", int], None]


class Handler(BaseHTTPRequestHandler):
    respond: Respond
    received: List[Dict[str, Any]]

    def handle_any(self) -> None:
        length = int(self.headers.get("content-length", "0"))
        self.received.append(
            {
                "method": self.command,
                "path": self.path,
                "headers": {name.lower(): value for name, value in self.headers.items()},
                "body": self.rfile.read(length).decode(),
            }
        )
        type(self).respond(self, len(self.received))

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = handle_any

    def send(self, status: int, body: Any, **headers: str) -> None:
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def data(self, data: Any) -> None:
        self.send(200, {"success": True, "data": data, "meta": {"requestId": "r1"}})

    def error(self, status: int, code: str, **headers: str) -> None:
        error = {"code": code, "message": "m", "details": [{"path": "body.a", "message": "wrong", "suggestion": "b"}]}
        self.send(status, {"success": False, "error": error}, x_request_id="r1", **headers)

    def log_message(self, format: str, *args: Any) -> None:
        pass


@contextmanager
def serving(respond: Respond) -> Iterator[Tuple[str, List[Dict[str, Any]]]]:
    kind = type("Kind", (Handler,), {"respond": staticmethod(respond), "received": []})
    server = ThreadingHTTPServer(("127.0.0.1", 0), kind)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}", kind.received
    finally:
        server.shutdown()
        server.server_close()


class Requests(unittest.TestCase):
    def test_sends_what_the_service_wants(self) -> None:
        with serving(lambda handler, _: handler.data({"id": "wh_1"})) as (url, received):
            client = Client(url + "/", "svc_test_a")
            metas: List[Any] = []
            client.webhooks.create({"url": "https://é.example", "events": ["approval.new"]})
            client.risk.score("https://app.example/a?b", fresh=True, call=CallOptions(request_id="mine", lenient=True, on_meta=metas.append))
        create, score = received
        self.assertEqual((create["method"], create["path"]), ("POST", "/v1/webhooks"))
        self.assertEqual(create["headers"]["authorization"], "Bearer svc_test_a")
        self.assertRegex(create["headers"]["idempotency-key"], r"^[0-9a-f-]{36}$")
        self.assertEqual(json.loads(create["body"])["url"], "https://é.example")
        self.assertEqual(score["path"], "/v1/risk/score/https%3A%2F%2Fapp.example%2Fa%3Fb?fresh=true")
        self.assertEqual((score["headers"]["x-request-id"], score["headers"]["prefer"]), ("mine", "handling=lenient"))
        self.assertNotIn("idempotency-key", score["headers"])
        self.assertEqual(metas, [{"requestId": "r1"}])

    def test_errors_have_the_class_of_their_code(self) -> None:
        cases = [(400, "VALIDATION_ERROR", ValidationError), (401, "EXPIRED_API_KEY", AuthenticationError), (418, "NEW_CODE", ApiError)]
        for status, code, kind in cases:
            with self.subTest(code), serving(lambda handler, _, s=status, c=code: handler.error(s, c)) as (url, _):
                with self.assertRaises(kind) as caught:
                    Client(url).health()
                error = caught.exception
                self.assertEqual((error.code, error.status, error.request_id), (code, status, "r1"))
                self.assertEqual(error.details[0]["suggestion"], "b")

    def test_repeats_what_is_safe_with_one_idempotency_key(self) -> None:
        def respond(handler: Handler, attempt: int) -> None:
            if attempt == 1:
                handler.error(503, "OVERLOADED", retry_after="0")
            else:
                handler.data({"id": "mon_1"})

        with serving(respond) as (url, received):
            self.assertEqual(Client(url).monitors.create({"address": "0x1"})["id"], "mon_1")
        keys = {one["headers"]["idempotency-key"] for one in received}
        self.assertEqual((len(received), len(keys)), (2, 1))

    def test_does_not_repeat_what_must_not_happen_twice(self) -> None:
        with serving(lambda handler, _: handler.error(500, "INTERNAL_ERROR")) as (url, received):
            with self.assertRaises(ApiError):
                Client(url).webhooks.rotate_secret("wh_1")
        self.assertEqual(len(received), 1)

    def test_a_long_retry_after_is_the_callers(self) -> None:
        with serving(lambda handler, _: handler.error(429, "RATE_LIMIT_EXCEEDED", retry_after="3600")) as (url, received):
            with self.assertRaises(RateLimitError) as caught:
                Client(url).health()
        self.assertEqual((caught.exception.retry_after, len(received)), (3600, 1))
        delays = [_request.retry_delay(failed, ApiError("C", "m", status=500), lambda: 1.0) for failed in (1, 2, 9)]
        self.assertEqual(delays, [0.5, 1.0, 8.0])
        self.assertGreaterEqual(_request.retry_delay(1, ApiError("C", "m", status=429, retry_after=7), lambda: 0.0) or 0, 7)
        self.assertEqual(_request.retry_after_of("Tue, 24 Nov 2020 12:00:00 GMT"), 0)
        self.assertIsNone(_request.retry_after_of("soon"))

    def test_the_time_out_covers_a_body_that_drips(self) -> None:
        def respond(handler: Handler, _: int) -> None:
            handler.send_response(200)
            handler.end_headers()
            try:
                for _ in range(200):
                    handler.wfile.write(b" ")
                    handler.wfile.flush()
                    time.sleep(0.02)
            except OSError:
                pass

        with serving(respond) as (url, _):
            started = time.monotonic()
            with self.assertRaises(TimeoutError):
                Client(url, timeout=0.3, max_retries=0).health()
            self.assertLess(time.monotonic() - started, 2)

    def test_what_is_no_answer_of_redoubt_is_said(self) -> None:
        with serving(lambda handler, _: handler.send(200, b"<html>")) as (url, _):
            with self.assertRaises(UnexpectedAnswerError):
                Client(url).health()
        with serving(lambda handler, _: handler.send(302, b"", location="http://127.0.0.1:1/")) as (url, received):
            with self.assertRaises(UnexpectedAnswerError):
                Client(url, "svc_test_a").health()
            self.assertEqual(len(received), 1)
        with self.assertRaises(ConnectionError):
            Client("http://127.0.0.1:1", max_retries=0).health()

    def test_wrong_use_is_refused_and_no_key_is_said(self) -> None:
        for url in ("redoubt.example", "ftp://a", "https://u:p@a.example"):
            with self.assertRaises(ValueError):
                Client(url)
        with self.assertRaises(ValueError) as caught:
            Client("https://a.example", "hunter2\n")
        self.assertNotIn("hunter2", str(caught.exception))
        with self.assertRaises(TypeError):
            Client("https://a.example").monitors.get("..")


    def test_numbers_that_no_timer_holds_are_refused_by_name(self) -> None:
        wrong = [(0, ValueError), (-1, ValueError), (float("inf"), ValueError), (float("nan"), ValueError), (1e12, ValueError), ("5", TypeError), (True, TypeError)]
        client = Client("http://127.0.0.1:1")
        for value, kind in wrong:
            with self.subTest(value):
                with self.assertRaisesRegex(kind, "^timeout: "):
                    Client("http://127.0.0.1:1", timeout=value)
                with self.assertRaisesRegex(kind, "^timeout: "):
                    client.health(call=CallOptions(timeout=value))
                with self.assertRaisesRegex(kind, "^silence: "):
                    next(client.events.stream(silence=value))
        for retries, kind in ((-1, ValueError), (1.5, TypeError), ("2", TypeError)):
            with self.assertRaisesRegex(kind, "^max_retries: "):
                client.health(call=CallOptions(max_retries=retries))

    def test_amounts_may_be_int(self) -> None:
        with serving(lambda handler, _: handler.data({})) as (url, received):
            Client(url).scan.transaction({"chain": "ethereum", "value": 2**200, "nonce": 7, "calls": [{"value": 1}]})
        sent = json.loads(received[0]["body"])
        self.assertEqual((sent["value"], sent["nonce"], sent["calls"]), (str(2**200), 7, [{"value": "1"}]))


class Iterators(unittest.TestCase):
    @staticmethod
    def pages(handler: Handler, _: int) -> None:
        last = "cursor=c1" in handler.path
        handler.data({"monitors": [{"id": "b" if last else "a"}], "nextCursor": None if last else "c1"})

    def test_pages_are_read_when_their_items_are_taken(self) -> None:
        with serving(self.pages) as (url, received):
            monitors = Client(url).monitors.each(limit=1)
            self.assertEqual(next(monitors)["id"], "a")
            self.assertEqual(len(received), 1)
            self.assertEqual([one["id"] for one in monitors], ["b"])
            self.assertEqual(received[1]["path"], "/v1/monitors?limit=1&cursor=c1")

    def test_a_list_without_end_is_an_error(self) -> None:
        pages: List[Callable[[int], Any]] = [
            lambda attempt: {"monitors": [{"id": "m"}], "nextCursor": "ab"[attempt % 2]},
            lambda attempt: {"monitors": [{"id": "m"}], "nextCursor": "same"},
            lambda attempt: {"monitors": [], "nextCursor": f"c{attempt}"},
        ]
        for page in pages:
            with serving(lambda handler, attempt, p=page: handler.data(p(attempt))) as (url, received):
                with self.assertRaisesRegex(UnexpectedAnswerError, "does not end"):
                    list(Client(url).monitors.each())
                self.assertLessEqual(len(received), 100)

    def test_what_has_no_event_stream_ends_it(self) -> None:
        for status, kind in ((200, "text/html"), (200, "application/json"), (302, "text/html"), (404, "text/html")):
            with serving(lambda handler, _, s=status, k=kind: handler.send(s, b"<html>\n\n", content_type=k)) as (url, received):
                with self.assertRaises(UnexpectedAnswerError):
                    next(Client(url).events.stream())
                self.assertEqual(len(received), 1)

    @staticmethod
    def events(handler: Handler, attempt: int) -> None:
        handler.send_response(200)
        handler.send_header("content-type", "text/event-stream")
        handler.end_headers()
        if attempt == 1:
            handler.wfile.write(b"retry: 1\nid: c0\n\n")
        else:
            handler.wfile.write(b': still here\n\nid: c1\r\nevent: webhook.test\r\ndata: {"id":\r\ndata: "e1"}\r\n\r\n')
            handler.wfile.flush()
            time.sleep(5)

    def test_the_stream_is_resumed_after_the_last_event(self) -> None:
        with serving(self.events) as (url, received):
            stream = Client(url).events.stream(silence=3)
            self.assertEqual(next(stream), {"id": "e1", "cursor": "c1"})
            stream.close()
        self.assertEqual([one["headers"].get("last-event-id") for one in received], [None, "c0"])

    def test_hostile_answers_break_nothing(self) -> None:
        self.assertLessEqual(_request.retry_delay(5_000, ConnectionError("")) or 0.0, 8.0)
        for header in ("nan", "inf", "-inf", "Sat, 28 Nov 2099 00:00:00 -0000", "x" * 5_000):
            self.assertNotIn(str(_request.retry_after_of(header)), ("nan", "inf"))

        def deep(handler: Handler, attempt: int) -> None:
            handler.send(200, b"[" * 200_000)

        def broken(handler: Handler, attempt: int) -> None:
            bad = [b"data: {", "id: 中\ndata: [1]".encode(), "retry: ²\nevent: end\ndata: null".encode()]
            handler.send_response(200)
            handler.send_header("content-type", "text/event-stream")
            handler.end_headers()
            last = bad[attempt - 1] if attempt <= len(bad) else b'id: c2\ndata: {"id": "e2"}'
            handler.wfile.write(b"retry: 1\nid: c0\n\n" + last + b"\n\n")

        with serving(deep) as (url, _):
            with self.assertRaises(UnexpectedAnswerError):
                Client(url, max_retries=0).health()
        with serving(broken) as (url, received):
            self.assertEqual(next(Client(url).events.stream(silence=3)), {"id": "e2", "cursor": "c2"})
        self.assertEqual(received[-1]["headers"]["last-event-id"], "c0")

    def test_the_stream_ends_with_the_key(self) -> None:
        with serving(lambda handler, _: handler.error(401, "EXPIRED_API_KEY")) as (url, _):
            with self.assertRaises(AuthenticationError):
                next(Client(url).events.stream())

    def test_asyncio(self) -> None:
        async def use(url: str) -> List[Any]:
            async with AsyncClient(url) as client:
                found = [one["id"] async for one in client.monitors.each()]
                many = await asyncio.gather(*(client.monitors.list() for _ in range(20)))
                with self.assertRaises(asyncio.TimeoutError):
                    await asyncio.wait_for(client.events.stream().__anext__(), 0.1)
                return [found, len(many)]

        def respond(handler: Handler, _: int) -> None:
            if "stream" in handler.path:
                time.sleep(1)
            else:
                self.pages(handler, 0)

        with serving(respond) as (url, _):
            started = time.monotonic()
            self.assertEqual(asyncio.run(use(url)), [["a", "b"], 20])
            self.assertLess(time.monotonic() - started, 4)


class Readme(unittest.TestCase):
    def test_lists_every_method(self) -> None:
        readme = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
        client = Client("http://127.0.0.1")
        missing = []
        for group in (name for name in dir(client) if not name.startswith("_")):
            member = getattr(client, group)
            row = next((line for line in readme.splitlines() if line.startswith(f"| `{group}` ")), "")
            if callable(member):
                missing += [] if f"`{group}`" in readme else [group]
                continue
            methods = [name for name in dir(member) if not name.startswith("_")]
            # The summaries are one entry together.
            missing += [f"{group}.{name}" for name in methods if not name.endswith("_summary") and f"`{name}`" not in row]
        self.assertEqual(missing, [])


class Notebook(unittest.TestCase):
    def test_texts_of_strangers_are_escaped(self) -> None:
        evil = "<img src=x onerror=alert(1)>\u202e\x1b[2J\"'"
        answer = Answer({"riskLevel": "high", "riskScore": 60, evil: evil, "warnings": [{"severity": evil, "title": evil}], "nested": {"a": [evil]}})
        shown = answer._repr_html_()
        self.assertNotIn("<img", shown)
        self.assertTrue(all(one.isprintable() for one in shown))
        self.assertIn("&lt;img", shown)
        self.assertIn("<strong style=\"color:#cf222e\">high</strong>", shown)
        self.assertEqual(dict(answer), answer)


if __name__ == "__main__":
    unittest.main()
