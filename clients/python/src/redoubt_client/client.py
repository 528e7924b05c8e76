"""The clients: the same methods, one for each operation of the API, answering `data`."""

import ssl
from types import TracebackType
from typing import Optional, Type

from ._async_methods import Methods as AsyncMethods
from ._async_transport import AsyncTransport
from ._methods import Methods
from ._transport import Transport

# A scan takes at most 30 seconds.
_TIMEOUT = 35.0
_RETRIES = 2


class Client(Methods):
    """A client of one Redoubt service.

    base_url: such as "https://redoubt.example". api_key: svc_live_… or svc_test_….
    timeout: seconds for one attempt, its body included. max_retries: attempts after the first, where repeating is safe.
    context: certificates to trust, by default those of the system.
    Threads may share it.
    """

    def __init__(
        self,
        base_url: str,
        api_key: Optional[str] = None,
        *,
        timeout: float = _TIMEOUT,
        max_retries: int = _RETRIES,
        context: Optional[ssl.SSLContext] = None,
    ) -> None:
        super().__init__(Transport(base_url, api_key, timeout, max_retries, context))


class AsyncClient(AsyncMethods):
    """The same for asyncio. A call that is cancelled ends at once; its request ends with its time-out."""

    def __init__(
        self,
        base_url: str,
        api_key: Optional[str] = None,
        *,
        timeout: float = _TIMEOUT,
        max_retries: int = _RETRIES,
        context: Optional[ssl.SSLContext] = None,
    ) -> None:
        super().__init__(AsyncTransport(Transport(base_url, api_key, timeout, max_retries, context)))

    async def __aenter__(self) -> "AsyncClient":
        return self

    async def __aexit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()

    def close(self) -> None:
        """Ends its threads, once they are done."""
        self._transport.close()
