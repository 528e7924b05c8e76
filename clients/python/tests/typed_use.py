"""Written as the README says: mypy --strict reads it, and nothing runs it."""

from redoubt_client import AsyncClient, CallOptions, Client


def scan(client: Client) -> str:
    result = client.scan.transaction({"chain": "ethereum", "from": "0x1", "to": "0x2", "value": 10**18})
    bundle = client.scan.transaction({"chain": "ethereum", "from": "0x1", "calls": [{"to": "0x2", "value": 5}]})
    intent = client.scan.intent({"chain": "ethereum", "from": "0x1", "to": "0x2", "bounds": {}})
    explanation = result["explanation"]
    summary = "" if explanation is None else explanation["summary"]
    return f"{bundle['recommendation']} {intent['inside']} {summary} {[one['id'] for one in result['warnings']]}"


async def follow(client: AsyncClient) -> None:
    async for event in client.events.stream():
        print(event["type"])
    await client.scan.url({"url": "https://example.org"}, call=CallOptions(timeout=5))
