"""Makes the calls that stdin names, and prints what each came to: for the contract tests of all clients."""

import json
import re
import sys
from typing import Any, Dict, List

from redoubt_client import ApiError, Client


def _with_kept(value: Any, kept: Dict[str, str]) -> Any:
    if isinstance(value, str):
        return kept.get(value[1:], "none") if value.startswith("$") else value
    if isinstance(value, list):
        return [_with_kept(one, kept) for one in value]
    if isinstance(value, dict):
        return {name: _with_kept(one, kept) for name, one in value.items()}
    return value


def _member_of(answer: Any, path: str) -> str:
    for name in path.split("."):
        if name.isdigit():
            if int(name) >= len(answer):
                return "none"
            answer = answer[int(name)]
        else:
            answer = answer[name]
    return str(answer)


def _answer(client: Client, call: str, args: List[Any]) -> Any:
    method: Any = client
    for name in re.sub(r"[A-Z]", lambda upper: "_" + upper[0].lower(), call).split("."):
        method = getattr(method, name)
    if call == "events.stream":
        return next(method(last_event_id=args[0]))
    if call in ("intel.lookUp", "intel.removeOverride"):
        return method(**args[0])
    return method(*args)


def main() -> None:
    given = json.load(sys.stdin)
    kept: Dict[str, str] = given["kept"]
    outcomes = []
    for one in given["calls"]:
        client = Client(one["base"], one["key"], timeout=90, max_retries=0)
        try:
            answer = _answer(client, one["call"], [_with_kept(arg, kept) for arg in one["args"]])
            if "keep" in one:
                kept[one["keep"][0]] = _member_of(answer, one["keep"][1])
            outcomes.append({"code": "OK", "status": 200})
        except ApiError as error:
            outcomes.append({"code": error.code, "status": error.status})
    json.dump(outcomes, sys.stdout)


main()
