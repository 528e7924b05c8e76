"""Every group of methods against a running service, on the sandbox: REDOUBT_TEST_URL, and a key with every scope."""

import asyncio
import contextlib
import inspect
import io
import json
import os
import re
import threading
import time
import unittest
from pathlib import Path
from typing import Any, List

from redoubt_client import AsyncClient, CallOptions, Client, NotFoundError, ValidationError, _async_methods, _methods

URL = os.environ.get("REDOUBT_TEST_URL", "")
KEY = os.environ.get("REDOUBT_TEST_KEY", "")
DOCUMENT = json.loads((Path(__file__).parents[3] / "openapi.json").read_text("utf-8"))
VICTIM = "0xC022C85bCe79a889068e142c337e7d8EC5BEa139"
DRAINER = "0xFC97d3520BAbfc504273A14fa6DE19569F1178ac"
HONEYPOT = "0xEB53DB7800A5C12ee5E79406361cfB6e75534778"
# Machines that run tests are busy.
PATIENT = 30_000
DRAIN: Any = {
    "chain": "ethereum",
    "from": VICTIM,
    "to": DRAINER,
    "value": "28571428571428571",
    "data": "0x4e71d92d",
    "options": {"deadlineMs": PATIENT},
}


class Surface(unittest.TestCase):
    def test_every_operation_of_keys_has_a_method_in_both_clients(self) -> None:
        # A session is a cookie of a browser: signing in, and what only a session may do, are not for a client with a key.
        operations = sum(
            not re.match(r"/v1/session(/|$)", path) and (one.get("security") == [] or any("session" not in way for way in one.get("security", [{}])))
            for path, verbs in DOCUMENT["paths"].items()
            for one in verbs.values()
        )
        for module in (_methods, _async_methods):
            sources = inspect.getsource(module)
            calls = sources.count("_transport.call(") + sources.count("_transport.stream(") - sources.count('"view": "summary"')
            self.assertEqual(calls, operations)


@unittest.skipUnless(URL, "REDOUBT_TEST_URL names no service")
class Service(unittest.TestCase):
    def setUp(self) -> None:
        self.client = Client(URL, KEY, timeout=90)

    def test_scans(self) -> None:
        scan = self.client.scan
        drain = scan.transaction(DRAIN, call=CallOptions(request_id="python-1"))
        self.assertEqual(drain["recommendation"], "BLOCK")
        self.assertIn(">BLOCK</strong> critical", drain._repr_html_())  # type: ignore[attr-defined]
        self.assertTrue(scan.contract({"address": HONEYPOT, "chain": "ethereum", "options": {"deadlineMs": PATIENT}})["isHoneypot"])
        self.assertEqual(scan.transaction_summary(DRAIN)["recommendation"], "BLOCK")
        self.assertEqual(scan.wallet(VICTIM, deadline_ms=PATIENT)["chain"], "ethereum")
        self.assertEqual(scan.url({"url": "https://lantern-airdrop.test/"})["recommendation"], "BLOCK")
        self.assertIn(scan.message({"address": VICTIM, "message": "hello", "options": {"deadlineMs": PATIENT}})["recommendation"], ("PROCEED", "REVIEW"))
        with self.assertRaises(NotFoundError):
            scan.sent_transaction("0x" + "ab" * 32)
        self.assertEqual(self.client.scans.get("python-1")["riskScore"], drain["riskScore"])
        kinds = {one["kind"] for one in self.client.scans.each(limit=2)}
        self.assertEqual(kinds, {"transaction", "contract", "wallet", "url", "message"})
        self.assertRegex(self.client.scans.csv(limit=1), r"^requestId,")

    def test_scores_and_wallets(self) -> None:
        self.assertEqual(self.client.risk.score(DRAINER, deadline_ms=PATIENT)["riskLevel"], "critical")
        self.assertEqual(len(self.client.risk.scores({"entities": [DRAINER, HONEYPOT]})["results"]), 2)
        self.assertEqual(self.client.risk.report(DRAINER)["entity"], DRAINER)
        self.assertEqual(self.client.risk.report_pdf(DRAINER)[:5], b"%PDF-")
        approvals = list(self.client.wallet.each_approval(VICTIM, limit=2))
        self.assertEqual(len(approvals), self.client.wallet.approvals(VICTIM)["summary"]["total"])
        self.assertGreater(len(self.client.wallet.revoke(VICTIM, {"all": "all"})["transactions"]), 0)
        self.assertIn("holdings", self.client.wallet.profile(VICTIM))
        self.assertEqual(self.client.wallet.verify(DRAINER, purpose=VICTIM)["address"], DRAINER)

    def test_an_error_says_what_to_send(self) -> None:
        with self.assertRaises(ValidationError) as caught:
            self.client.scan.transaction({**DRAIN, "callData": "0x"})
        self.assertEqual(caught.exception.details[0]["suggestion"], "data")

    def test_monitors_keys_and_feedback(self) -> None:
        monitor = self.client.monitors.create({"address": VICTIM})
        replaced = self.client.monitors.replace(monitor["id"], {"address": VICTIM, "alerts": {"largeTransfer": {"threshold": 5}}})
        self.assertEqual(replaced["alerts"]["largeTransfer"]["threshold"], 5)
        self.assertEqual([one["id"] for one in self.client.monitors.each()], [monitor["id"]])
        self.assertTrue(self.client.monitors.delete(monitor["id"])["deleted"])
        key = self.client.keys.create({"name": "second", "scopes": ["scan:read"]})
        self.assertTrue(self.client.keys.revoke(key["id"])["revoked"])
        given = self.client.feedback.give({"entity": HONEYPOT, "type": "false_positive", "note": "ours"})
        self.assertEqual(self.client.feedback.resolve(given["id"], {"status": "rejected", "note": "n"})["status"], "rejected")
        self.assertIn("sources", self.client.intel.sources())
        self.assertEqual(self.client.health()["status"], "ok")
        self.assertEqual(self.client.readiness()["status"], "ready")

    def test_webhooks_and_the_stream(self) -> None:
        webhook = self.client.webhooks.create({"url": "https://hooks.example.org/a", "events": ["approval.new"]})
        cursor = self.sent(webhook["id"])
        expected = self.client.webhooks.test(webhook["id"])["eventId"]
        stream = self.client.events.stream(last_event_id=cursor)
        self.assertEqual(next(stream)["id"], expected)
        stream.close()  # type: ignore[attr-defined]
        self.assertEqual(len(list(self.client.webhooks.each_delivery(webhook["id"], limit=1))), 2)
        self.assertRegex(self.client.webhooks.rotate_secret(webhook["id"])["secret"], "^whsec_")
        self.assertEqual(self.client.webhooks.activate(webhook["id"])["status"], "active")
        self.assertTrue(self.client.webhooks.delete(webhook["id"])["deleted"])

    def test_the_example_of_the_readme_prints_what_it_says(self) -> None:
        readme = (Path(__file__).parents[1] / "README.md").read_text("utf-8")
        found = re.search(r"```python\n(.*?)```.*?It prints:\n\n```text\n(.*?)```", readme, re.S)
        assert found is not None
        program = found[1].replace("http://127.0.0.1:8080", URL).replace('os.environ["KEY"]', repr(KEY))
        printed = io.StringIO()
        # The example asks with the short deadline of a default, which a cold engine may miss.
        self.client.scan.transaction(DRAIN)
        with contextlib.redirect_stdout(printed):
            exec(compile(program, "README.md", "exec"), {})
        self.assertRegex(printed.getvalue(), re.escape(found[2]).replace("…", ".*"))

    def sent(self, webhook: str) -> str:
        self.client.webhooks.test(webhook)
        return self.client.events.list(type="webhook.test")["events"][0]["cursor"]

    def test_asyncio(self) -> None:
        async def use() -> List[Any]:
            async with AsyncClient(URL, KEY, timeout=90) as client:
                score, health = await asyncio.gather(client.risk.score(DRAINER, deadline_ms=PATIENT), client.health())
                webhook = await client.webhooks.create({"url": "https://hooks.example.org/b", "events": ["approval.new"]})
                cursor = await asyncio.to_thread(self.sent, webhook["id"])
                await client.webhooks.test(webhook["id"])
                kinds = []
                async for event in client.events.stream(last_event_id=cursor):
                    kinds.append(event["type"])
                    break
                await client.webhooks.delete(webhook["id"])
                return [score["riskLevel"], health["status"], kinds]

        self.assertEqual(asyncio.run(use()), ["critical", "ok", ["webhook.test"]])
        deadline = time.monotonic() + 5
        while any(one.name.startswith("redoubt") for one in threading.enumerate()) and time.monotonic() < deadline:
            time.sleep(0.05)
        self.assertEqual([one.name for one in threading.enumerate() if one.name.startswith("redoubt")], [])


if __name__ == "__main__":
    unittest.main()
