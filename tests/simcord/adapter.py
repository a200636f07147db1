"""Puts the real program into simcord's world.

simcord is made for bots in discord.py: it replaces what a `discord.Client` sends and receives. So a client stands in
here for the program. It does nothing but wait until the program has answered. What the program sends by HTTP goes to
the routes of simcord, which check it and know the permissions; what simcord dispatches goes to the program through a
WebSocket. Nothing is judged here.
"""

from __future__ import annotations

import asyncio
import io
import itertools
import json
import os
import sqlite3
import subprocess
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import discord
import simcord
from aiohttp import WSMsgType, web
from simcord.backend.errors import BackendError
from simcord.backend.models import Interaction
from simcord.http import router
from simcord.intents import required_intent

T = TypeVar("T")

# Seconds. Generous, because the machine may be busy.
TIMEOUT = 30.0

# simcord has this route under its older name only.
OTHER_NAMES = {"/applications/@me": "/oauth2/applications/@me"}


class Failure(Exception):
    """The program did not do what a scenario expects."""


@dataclass(frozen=True)
class Refusal:
    """A request that simcord refused."""

    method: str
    path: str
    status: int
    code: int
    message: str

    def is_among(self, expected: list[tuple[int, str]]) -> bool:
        return any(self.code == code and part in f"{self.method} {self.path}" for code, part in expected)

    def __str__(self) -> str:
        return f"{self.method} {self.path}: {self.status}, code {self.code}: {self.message}"


@dataclass
class Upload:
    """A file as simcord reads those of discord.py."""

    fp: io.BytesIO
    filename: str
    description: str | None


class Client(discord.Client):
    """What simcord takes for the bot."""

    def __init__(self, world: World) -> None:
        super().__init__(intents=discord.Intents.default())
        self._world = world

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Is busy as long as the program owes an answer: simcord waits for that, and gives up after a while."""
        record = self._world.env.backend.interactions[interaction.id]
        while not answered(record) and not self._world.unexpected():
            await self._world.changed.wait()


def answered(record: Interaction) -> bool:
    return record.responded and not record.loading


class World:
    """simcord's world, and the program in it."""

    def __init__(self, binary: Path, folder: Path) -> None:
        self.folder = folder
        self.database = folder / "sumito.db"
        self.binary = binary
        self.refusals: list[Refusal] = []
        # Refusals that belong to a scenario: the code and a part of the request.
        self.expected: list[tuple[int, str]] = []
        self.changed = asyncio.Event()
        self._numbers = itertools.count(2)
        self._sockets: dict[asyncio.Queue[str], discord.Intents] = {}
        self._runner = web.AppRunner(self._app(), shutdown_timeout=0.0)
        self._port = 0
        self._process: subprocess.Popen[bytes] | None = None
        self.env: simcord.Env

    @asynccontextmanager
    async def running(self) -> AsyncIterator[World]:
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        self._port = self._runner.addresses[0][1]
        # The program has no privileged intent, nor has the client.
        intents = discord.Intents.default()
        try:
            run = simcord.run(Client(self), approved_intents=intents, settle_timeout=TIMEOUT)
            async with run as self.env:
                self.env.backend.subscribers.append(self._dispatch)
                self._start_program()
                try:
                    yield self
                finally:
                    self._stop_program()
        finally:
            await self._runner.cleanup()

    def log(self) -> str:
        return (self.folder / "log").read_text(errors="replace")

    def unexpected(self) -> list[Refusal]:
        """What simcord refused and the scenario did not."""
        return [refusal for refusal in self.refusals if not refusal.is_among(self.expected)]

    async def until(self, what: str, attempt: Callable[[], T | None]) -> T:
        """Repeats until something is found. simcord's word ends that early."""
        end = time.monotonic() + TIMEOUT
        while not (found := attempt()):
            if self.unexpected():
                raise Failure(f"simcord refused a request while a scenario waited for {what}")
            if self._process is not None and self._process.poll() is not None:
                raise Failure(f"the program ended while a scenario waited for {what}")
            if time.monotonic() > end:
                raise Failure(f"waited {TIMEOUT:.0f} s in vain for {what}")
            await asyncio.sleep(0.01)
        return found

    async def until_idle(self) -> None:
        """Waits until the program has no message left to send."""

        def is_empty() -> bool:
            with closing(sqlite3.connect(self.database, timeout=TIMEOUT)) as database:
                return not database.execute("select count(*) from outbox").fetchone()[0]

        await self.until("an empty outbox", is_empty)

    # --- the program

    def _start_program(self) -> None:
        address = f"127.0.0.1:{self._port}"
        environment = os.environ | {
            "DISCORD_TOKEN": "simcord.is.not-discord",
            "RUST_LOG": "info",
            "SUMITO__DATABASE__URL": f"sqlite://{self.database}",
            "SUMITO__DISCORD__API_BASE": f"http://{address}",
            "SUMITO__DISCORD__GATEWAY_URL": f"ws://{address}",
        }
        with (self.folder / "log").open("wb") as log:
            self._process = subprocess.Popen(
                [self.binary, "run"], cwd=self.folder, env=environment, stdout=log, stderr=log
            )

    def _stop_program(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def is_ready(self) -> bool:
        """Has registered its commands and listens."""
        return bool(self._sockets) and bool(self.env.backend.commands.get(None))

    # --- what it sends

    def _app(self) -> web.Application:
        app = web.Application(client_max_size=32 * 1024 * 1024)
        app.router.add_get("/", self._gateway)
        app.router.add_route("*", "/api/v10/{path:.*}", self._rest)
        return app

    async def _rest(self, request: web.Request) -> web.Response:
        path = "/" + request.match_info["path"]
        if path in ("/gateway", "/gateway/bot"):
            # simcord opens no connections, so it has no routes for them.
            limit = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
            return web.json_response({"url": f"ws://{request.host}", "shards": 1, "session_start_limit": limit})
        body, uploads = await read_body(request)
        try:
            answer = router.dispatch(
                self.env.backend,
                request.method,
                OTHER_NAMES.get(path, path),
                json=body,
                params=dict(request.query),
                files=uploads,
                message_content_access=False,
            )
        except BackendError as error:
            self.refusals.append(Refusal(request.method, path, error.status, error.code, error.message))
            pause = {"retry_after": 0.05} if error.status == 429 else {}
            return web.json_response(error.to_json() | pause, status=error.status)
        except Exception as error:
            # A body that simcord cannot even read.
            self.refusals.append(Refusal(request.method, path, 500, 0, repr(error)))
            raise
        finally:
            self.changed.set()
            self.changed = asyncio.Event()
        return web.Response(status=204) if answer is None else web.json_response(answer)

    # --- what it receives

    async def _gateway(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        queue: asyncio.Queue[str] = asyncio.Queue()

        async def write() -> None:
            while True:
                await socket.send_str(await queue.get())

        writer = asyncio.create_task(write())
        put(queue, 10, {"heartbeat_interval": 41_250})
        try:
            async for frame in socket:
                if frame.type is WSMsgType.TEXT:
                    self._receive(queue, json.loads(frame.data))
        finally:
            self._sockets.pop(queue, None)
            writer.cancel()
        return socket

    def _receive(self, queue: asyncio.Queue[str], frame: dict[str, Any]) -> None:
        match frame["op"]:
            case 1:
                put(queue, 11, None)
            case 2:
                backend = self.env.backend
                put(queue, 0, ready(backend.bot_user, backend.application_id, frame["d"].get("shard")), "READY", 1)
                self._sockets[queue] = discord.Intents._from_value(int(frame["d"]["intents"]))
            case 6:
                put(queue, 9, False)

    def _dispatch(self, event: str, payload: Mapping[str, Any]) -> None:
        needed = required_intent(event, payload)
        for queue, intents in self._sockets.items():
            if needed is None or getattr(intents, needed):
                put(queue, 0, payload, event, next(self._numbers))


def put(queue: asyncio.Queue[str], op: int, data: Any, event: str | None = None, number: int | None = None) -> None:
    queue.put_nowait(json.dumps({"op": op, "d": data, "t": event, "s": number}))


def ready(user: Any, application: int, shard: Any) -> dict[str, Any]:
    account = {"id": str(user.id), "username": user.name, "discriminator": "0", "global_name": None, "avatar": None}
    account |= {"bot": True, "verified": True, "mfa_enabled": False, "email": None, "flags": 0}
    session = {"v": 10, "session_id": "simcord", "resume_gateway_url": "ws://127.0.0.1:9", "guilds": []}
    application_part = {"application": {"id": str(application), "flags": 0}, "private_channels": [], "presences": []}
    return session | application_part | {"user": account} | ({"shard": shard} if shard else {})


async def read_body(request: web.Request) -> tuple[Any, list[Upload]]:
    """The JSON of a request and what is attached to it."""
    if not request.can_read_body:
        return None, []
    if request.content_type != "multipart/form-data":
        return await request.json(), []
    form = await request.post()
    body = json.loads(str(form["payload_json"]))
    named = (body.get("data") or body).get("attachments") or []
    descriptions = {str(item["id"]): item.get("description") for item in named}
    uploads = [
        Upload(io.BytesIO(part.file.read()), part.filename, descriptions.get(name[len("files[") : -1]))
        for name, part in form.items()
        if isinstance(part, web.FileField)
    ]
    return body, uploads
