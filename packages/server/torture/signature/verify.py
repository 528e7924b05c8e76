"""Says of each line of JSON on standard input what the Python client makes of it: the id of the event, or the code of the error."""

import base64
import json
import sys

from redoubt_client import WebhookVerificationError, verify_webhook

for line in sys.stdin:
    case = json.loads(line)
    try:
        event = verify_webhook(
            base64.b64decode(case["body"]),
            secret=case["secret"],
            headers=case["headers"],
            tolerance_seconds=case["toleranceSeconds"],
            now=case["now"],
        )
        said = {"id": event["id"], "data": event["data"]}
    except WebhookVerificationError as error:
        said = {"code": error.code}
    sys.stdout.write(json.dumps(said) + "\n")
