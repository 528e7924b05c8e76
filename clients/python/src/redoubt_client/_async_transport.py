"""The same requests from asyncio, each in a thread: the standard library has no asynchronous HTTP client."""

import asyncio
import functools
from concurrent.futures import ThreadPoolExecutor
from typing import Any, AsyncGenerator, AsyncIterator, Awaitable, Callable, List, Optional

from ._request import Pages
from ._transport import Connection, Transport

# asyncio's own pool has few places (six on two cores), which streams would hold.
_THREADS = 64
_END = object()


class AsyncTransport:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="redoubt")

    async def call(self, *arguments: Any, **options: Any) -> Any:
        return await self._run(functools.partial(self._transport.call, *arguments, **options))

    async def read(self, *arguments: Any, **options: Any) -> bytes:
        body: bytes = await self._run(functools.partial(self._transport.read, *arguments, **options))
        return body

    async def pages(
        self, page: Callable[[Optional[str]], Awaitable[Any]], items: str, cursor: Optional[str]
    ) -> AsyncIterator[Any]:
        pages = Pages(cursor)
        while True:
            one = await page(cursor)
            for item in one[items]:
                yield item
            cursor = pages.after(one, items)
            if cursor is None:
                return

    async def stream(self, last_event_id: Optional[str], silence: float) -> AsyncGenerator[Any, None]:
        connections: List[Connection] = []
        events = self._transport.stream(last_event_id, silence, connections.append)
        waiting: Optional[asyncio.Future[Any]] = None
        try:
            while True:
                waiting = self._run(functools.partial(next, events, _END))
                event = await asyncio.shield(waiting)
                if event is _END:
                    return
                yield event
        finally:
            # The thread that waits for an event must not wait on.
            for connection in connections[-1:]:
                connection.interrupt()

    def close(self) -> None:
        self._threads.shutdown(wait=False)

    def _run(self, work: Callable[[], Any]) -> "asyncio.Future[Any]":
        return asyncio.get_running_loop().run_in_executor(self._threads, work)
