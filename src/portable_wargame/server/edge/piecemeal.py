"""Long answers in pieces: they are compressed on the loop, and between two pieces others have their turn."""

import asyncio

from starlette.types import ASGIApp, Message, Receive, Scope, Send

A_PIECE = 64_000  # bytes


class Piecemeal:
    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_pieces(message: Message) -> None:
            body = message.get("body", b"")
            if message["type"] != "http.response.body" or len(body) <= A_PIECE:
                await send(message)
                return
            for start in range(0, len(body), A_PIECE):
                more = start + A_PIECE < len(body) or message.get("more_body", False)
                await send({**message, "body": body[start : start + A_PIECE], "more_body": more})
                await asyncio.sleep(0)

        await self.app(scope, receive, send_pieces if scope["type"] == "http" else send)
