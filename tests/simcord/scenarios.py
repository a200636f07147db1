"""Plays the real program in simcord's world: `scenarios.py PROGRAM [PART OF A NAME]`.

A scenario fails when simcord refuses a request that the scenario does not expect to be refused.
"""

from __future__ import annotations

import asyncio
import re
import sqlite3
import sys
import tempfile
import time
import traceback
from collections.abc import Awaitable, Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import discord
from adapter import Failure, World
from simcord.actors import MemberActor
from simcord.backend.models import Overwrite, Role
from simcord.builders import ChannelHandle, GuildHandle
from simcord.components import walk_components
from simcord.enums import OverwriteType
from simcord.results import InteractionResult, ResponseMessage

PNG = b"\x89PNG\r\n\x1a\n"

# What docs/host/start.md tells hosts to allow.
PERMISSIONS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    create_public_threads=True,
    send_messages_in_threads=True,
    embed_links=True,
    attach_files=True,
    read_message_history=True,
)

Scenario = Callable[["Club"], Awaitable[None]]
Message = discord.Message | ResponseMessage

SCENARIOS: dict[str, Scenario] = {}


def scenario(function: Scenario) -> Scenario:
    SCENARIOS[function.__name__] = function
    return function


def expect(condition: object, what: str) -> None:
    if not condition:
        raise Failure(what)


@dataclass
class Club:
    """A server with a channel and three members."""

    world: World
    guild: GuildHandle
    # The program's own.
    role: Role
    games: ChannelHandle
    ada: MemberActor
    bruno: MemberActor
    carla: MemberActor

    @classmethod
    async def open(cls, world: World) -> Club:
        guild = world.env.create_guild("Club")
        role = next(role for role in world.env.backend.get_guild(guild.id).roles.values() if role.managed)
        role.permissions = PERMISSIONS.value
        ada, bruno, carla = (guild.add_member(world.env.create_user(name)) for name in ("ada", "bruno", "carla"))
        club = cls(world, guild, role, guild.create_text_channel("games"), ada, bruno, carla)
        await world.until("the program to connect and to register its commands", lambda: world.is_ready() or None)
        return club

    async def challenge(self) -> discord.Message:
        """Ada challenges Bruno and takes black, which moves first; gives what everybody sees."""
        answer = await self.ada.slash(self.games, "challenge", user=self.bruno, color="black")
        expect(response(answer).ephemeral, "the answer to /challenge is for Ada only")
        return await self.message(self.games, "the challenge", lambda message: has(message, "accept"))

    async def start(self) -> discord.Message:
        """Starts a game; gives its first board."""
        await self.bruno.click(await self.challenge(), label="Accept")
        return await self.board(0)

    def places(self) -> list[ChannelHandle]:
        return [self.games, *self.games.threads]

    async def message(
        self, where: ChannelHandle, what: str, fits: Callable[[discord.Message], bool]
    ) -> discord.Message:
        def find() -> discord.Message | None:
            return next((message for message in reversed(where.history()) if fits(message)), None)

        return await self.world.until(f"{what} in {where.name or 'direct messages'}", find)

    async def board(self, plies: int) -> discord.Message:
        """The board after so many plies, wherever it stands: the one whose button *Move…* says so."""

        def find() -> discord.Message | None:
            for where in self.places():
                for message in where.history():
                    if any(re.match(rf"v1:move:\w+:{plies}\b", custom_id) for custom_id in ids(message)):
                        return message
            return None

        return await self.world.until(f"the board after {plies} plies", find)

    def place_of(self, message: discord.Message) -> ChannelHandle:
        return next(where for where in self.places() if where.id == message.channel.id)

    async def move(self, who: MemberActor, where: ChannelHandle, notation: str, **options: Any) -> None:
        answer = response(await who.slash(where, "move", move=notation, **options))
        expect(notation in text(answer), f"{notation} was not played: {text(answer)!r}")

    def forbid(self, name: str) -> None:
        """Takes a permission from the program in the channel, and so in its threads."""
        backend = self.world.env.backend
        deny = getattr(discord.Permissions, name).flag
        backend.set_overwrite(self.games.id, Overwrite(backend.bot_user.id, OverwriteType.MEMBER, deny=deny))

    def refuse(self, method: str, path: str, status: int, code: int) -> None:
        """Has simcord refuse one request, which it would not by itself."""
        self.world.env.inject_error(method, path, status=status, code=code, message="refused by the scenario")
        self.world.expected.append((code, method))


def response(result: InteractionResult) -> ResponseMessage:
    if result.response is None:
        raise Failure(f"no message in {result}")
    return result.response


def controls(message: Message) -> list[dict[str, Any]]:
    rows = message.components if isinstance(message, ResponseMessage) else [row.to_dict() for row in message.components]
    return [control for control in walk_components(rows) if "custom_id" in control]


def ids(message: Message) -> list[str]:
    return [control["custom_id"] for control in controls(message)]


def has(message: Message, verb: str) -> bool:
    return any(custom_id.startswith(f"v1:{verb}:") for custom_id in ids(message))


def control(message: Message, verb: str) -> dict[str, Any]:
    found = [control for control in controls(message) if control["custom_id"].startswith(f"v1:{verb}:")]
    expect(found, f"no control `{verb}` under {text(message)!r}: {ids(message)}")
    return found[0]


def text(message: Message) -> str:
    embeds = [f"{embed.title or ''}\n{embed.description or ''}" for embed in message.embeds]
    return "\n".join([message.content, *embeds])


def mentions(message: discord.Message, who: MemberActor) -> bool:
    return who.id in [user.id for user in message.mentions]


def is_picture(club: Club, message: Message) -> bool:
    files = [club.world.env.backend.cdn.get(attachment.url) for attachment in message.attachments]
    return len(files) == 1 and (files[0] or b"").startswith(PNG) and bool(message.attachments[0].description)


@scenario
async def commands_are_registered_and_each_person_sees_those_they_may_use(club: Club) -> None:
    for where, commands in (
        ("the channel", club.ada.available_commands(club.games)),
        ("a direct message", club.ada.user.available_commands()),
    ):
        for name in ("challenge", "move", "board", "game resign", "settings show"):
            expect(name in commands, f"/{name} is missing in {where}: {commands}")
        expect("setup show" not in commands, f"/setup is for people who manage the server, not in {where}")


@scenario
async def a_challenge_is_accepted_and_opens_a_thread(club: Club) -> None:
    challenge = await club.challenge()
    expect(mentions(challenge, club.bruno), "the challenge mentions Bruno")
    stranger = response(await club.carla.click(challenge, label="Accept"))
    expect(stranger.ephemeral, f"Carla reads that the challenge is not for her: {text(stranger)!r}")
    await club.bruno.click(challenge, label="Accept")
    board = await club.board(0)
    expect(is_picture(club, board), "the board is a picture with a description")
    expect(mentions(board, club.ada), "the board mentions Ada, who moves first")
    [thread] = club.games.threads
    expect(board.channel.id == thread.id, "the board stands in the thread")
    await club.world.until_idle()
    members = club.world.env.backend.channels[thread.id].thread_members
    expect({club.ada.id, club.bruno.id} <= members.keys(), "both players are members of the thread")


@scenario
async def a_challenge_is_declined(club: Club) -> None:
    challenge = await club.challenge()
    await club.bruno.click(challenge, label="Decline")
    closed = await club.message(
        club.games, "the closed challenge", lambda found: found.id == challenge.id and not has(found, "accept")
    )
    control(closed, "engine")  # The bot offers itself instead.
    expect(not club.games.threads, "no thread is made")


@scenario
async def an_open_challenge_is_taken_by_the_first_who_accepts(club: Club) -> None:
    answer = response(await club.ada.slash(club.games, "seek", color="black"))
    expect(answer.ephemeral, "the answer to /seek is for Ada only")
    card = await club.message(club.games, "the open challenge", lambda message: has(message, "accept"))
    expect(is_picture(club, card), "the card shows the board")
    own = response(await club.ada.click(card, label="Accept"))
    expect(own.ephemeral and "your own" in text(own), f"nobody plays themselves: {text(own)!r}")
    await club.bruno.click(card, label="Accept")
    late = response(await club.carla.click(card, label="Accept"))
    expect(late.ephemeral and "Too late" in text(late), f"Carla reads that it Too late: {text(late)!r}")
    await club.message(club.games, "the closed card", lambda found: found.id == card.id and not ids(found))
    board = await club.board(0)
    [thread] = club.games.threads
    expect(board.channel.id == thread.id, "the board stands in the thread")


@scenario
async def an_open_challenge_is_accepted_from_the_list(club: Club) -> None:
    await club.ada.slash(club.games, "seek", color="black", sprint=20)
    listed = response(await club.bruno.slash(club.games, "games", show="seeks"))
    expect(listed.ephemeral, "the list is for Bruno only")
    await club.bruno.click(listed, custom_id=control(listed, "accept")["custom_id"])
    await club.board(0)


@scenario
async def moves_are_typed_in_the_thread(club: Club) -> None:
    thread = club.place_of(await club.start())
    choices = await club.ada.autocomplete(thread, "move", "move", "a1")
    expect("a1b2" in [choice["value"] for choice in choices], f"no completion to a1b2: {choices}")
    await club.move(club.ada, thread, "a1b2")
    first = await club.board(1)
    expect(is_picture(club, first) and mentions(first, club.bruno), "the board shows the move to Bruno")
    refused = response(await club.ada.slash(thread, "move", move="b2c3"))
    expect(refused.ephemeral and "turn" in text(refused), f"Ada is not on turn: {text(refused)!r}")
    await club.move(club.bruno, thread, "i9h8")
    await club.board(2)


@scenario
async def a_move_is_typed_outside_the_thread(club: Club) -> None:
    thread = club.place_of(await club.start())
    [game, *_] = await club.ada.autocomplete(club.games, "move", "game", "")
    await club.move(club.ada, club.games, "a1b2", game=game["value"])
    board = await club.board(1)
    expect(board.channel.id == thread.id, "the board stands in the thread")


@scenario
async def a_move_is_entered_with_the_menu(club: Club) -> None:
    entry = response(await club.ada.click(await club.start(), label="Move…"))
    expect(entry.ephemeral and is_picture(club, entry), "the menu is a private picture")
    menu = control(entry, "from")
    await club.ada.select(entry, [menu["options"][0]["value"]], custom_id=menu["custom_id"])
    await club.ada.click(entry, custom_id=control(entry, "dir")["custom_id"])
    await club.ada.click(entry, label="Play")
    expect(not ids(entry) or not has(entry, "play"), f"the menu is closed: {ids(entry)}")
    await club.board(1)


@scenario
async def a_conditional_move_answers_at_once(club: Club) -> None:
    thread = club.place_of(await club.start())
    options = {"if": "a1b2", "then": "i9h8"}
    line = response(await club.bruno.slash(thread, "game line add", **options))
    expect(line.ephemeral, f"the line is Bruno's secret: {text(line)!r}")
    await club.move(club.ada, thread, "a1b2")
    await club.board(2)


@scenario
async def a_game_ends_by_resignation_and_its_thread_is_archived(club: Club) -> None:
    # simcord lets only those archive a thread who may manage channels; Discord also lets the thread's owner.
    club.role.permissions |= discord.Permissions.manage_channels.flag
    thread = club.place_of(await club.start())
    question = response(await club.bruno.slash(thread, "game resign"))
    expect(question.ephemeral, "the question is for Bruno only")
    await club.bruno.click(question, label="Yes, resign")
    last = await club.message(thread, "the last board", lambda message: has(message, "rematch"))
    expect("resign" in text(last).lower(), f"the last board says why the game is over: {text(last)!r}")
    record = response(await club.ada.click(last, label="Export"))
    expect(len(record.attachments) == 2, "the record comes as two files")
    metadata = club.world.env.backend.channels[thread.id].thread_metadata
    await club.world.until("the archived thread", lambda: metadata and metadata.archived)


@scenario
async def an_organizer_pauses_resumes_and_annuls_a_game(club: Club) -> None:
    # simcord lets only those archive a thread who may manage channels; Discord also lets the thread's owner.
    club.role.permissions |= discord.Permissions.manage_channels.flag
    events = club.guild.create_role("Organizers", permissions=discord.Permissions(manage_events=True))
    dora = club.guild.add_member(club.world.env.create_user("dora"), roles=[events])
    expect("organize annul" in dora.available_commands(club.games), "who manages events sees /organize")
    expect("organize annul" not in club.carla.available_commands(club.games), "others do not")
    thread = club.place_of(await club.start())
    answer = response(await dora.slash(thread, "organize pause", reason="a holiday", days=2))
    expect(answer.ephemeral and "You paused game" in text(answer), f"the game is paused: {text(answer)!r}")
    paused = await club.message(thread, "the pause", lambda message: "paused this game" in text(message))
    expect(mentions(paused, club.ada) and mentions(paused, club.bruno), "the pause mentions both players")
    await dora.slash(thread, "organize resume", reason="back again")
    await club.message(thread, "the board again", lambda message: "resumed this game" in text(message))
    question = response(await dora.slash(thread, "organize annul", reason="a test"))
    done = await dora.click(question, label="Annul the game")
    expect("You annulled game" in text(response(done)), f"the game is annulled: {text(response(done))!r}")
    await club.message(thread, "the reason", lambda message: "annulled this game" in text(message))
    board = await club.message(
        thread, "the annulled board", lambda message: "this game counts as not played" in text(message)
    )
    expect(len(board.attachments) == 1 and not ids(board), "the board keeps its picture and loses its buttons")
    channel = club.world.env.backend.channels[thread.id]
    await club.world.until("the title of the thread", lambda: "annulled" in (channel.name or "") or None)


@scenario
async def direct_messages_reach_a_player_who_wants_them(club: Club) -> None:
    thread = club.place_of(await club.start())
    await club.bruno.slash(thread, "settings reminders", where="dm")
    await club.move(club.ada, thread, "a1b2")
    dm = club.bruno.user.dm_channel
    await club.message(dm, "Bruno's turn", lambda message: str(thread.id) in text(message))
    games = response(await club.bruno.user.slash("games"))
    expect(club.ada.mention in text(games), f"/games in a direct message lists the game: {text(games)!r}")
    board = response(await club.bruno.user.slash("board"))
    expect(is_picture(club, board), "/board in a direct message shows it")


@scenario
async def a_game_is_played_by_direct_message(club: Club) -> None:
    ada, bruno = club.ada.user, club.bruno.user
    await ada.slash("challenge", user=bruno, color="black")
    challenge = await club.message(bruno.dm_channel, "the challenge", lambda message: has(message, "accept"))
    await bruno.click(challenge, label="Accept")
    await club.message(ada.dm_channel, "the first board", lambda message: has(message, "move"))
    answer = response(await ada.slash("move", move="a1b2"))
    expect("a1b2" in text(answer), f"a1b2 was not played: {text(answer)!r}")
    await club.message(bruno.dm_channel, "Bruno's board", lambda message: has(message, "move"))


@scenario
async def an_answer_that_takes_long_is_deferred_and_completed(club: Club) -> None:
    thread = club.place_of(await club.start())
    interactions = club.world.env.backend.interactions
    with closing(sqlite3.connect(club.world.database, isolation_level=None)) as lock:
        lock.execute("begin immediate")
        move = asyncio.create_task(club.move(club.ada, thread, "a1b2"))
        await club.world.until("a deferral", lambda: any(record.loading for record in interactions.values()))
        lock.execute("rollback")
        await move
    await club.board(1)


@scenario
async def histories_and_replays_are_pictures(club: Club) -> None:
    thread = club.place_of(await club.start())
    await club.move(club.ada, thread, "a1b2")
    for name, kind in (("game history", ".png"), ("game replay", ".gif"), ("rules", ".png")):
        answer = response(await club.carla.slash(thread, name))
        files = [attachment.filename for attachment in answer.attachments]
        expect(answer.ephemeral and any(file.endswith(kind) for file in files), f"/{name} shows {kind}: {files}")


@scenario
async def closed_direct_messages_become_a_mention_in_the_thread(club: Club) -> None:
    thread = club.place_of(await club.start())
    await club.bruno.slash(thread, "settings reminders", where="dm")
    dm = club.bruno.user.dm_channel
    club.refuse("POST", f"/channels/{dm.id}/messages", 403, 50007)
    await club.move(club.ada, thread, "a1b2")

    def tells_why(message: discord.Message) -> bool:
        return mentions(message, club.bruno) and "direct message" in text(message)

    await club.message(thread, "the mention", tells_why)


@scenario
async def a_deleted_thread_is_made_anew(club: Club) -> None:
    old = club.place_of(await club.start())
    club.world.env.backend.delete_channel(old.id)
    club.world.expected.append((10003, f"/channels/{old.id}"))
    [game, *_] = await club.ada.autocomplete(club.games, "move", "game", "")
    await club.move(club.ada, club.games, "a1b2", game=game["value"])
    board = await club.board(1)
    expect(board.channel.id not in (old.id, club.games.id), "the board stands in a new thread")


@scenario
async def without_create_public_threads_a_game_is_played_in_the_channel(club: Club) -> None:
    club.forbid("create_public_threads")
    club.world.expected.append((50013, "/threads"))
    await club.start()
    await club.move(club.ada, club.games, "a1b2")
    board = await club.board(1)
    expect(board.channel.id == club.games.id, "the board stands in the channel")


@scenario
async def without_send_messages_in_threads_boards_come_in_the_channel(club: Club) -> None:
    thread = club.place_of(await club.start())
    club.forbid("send_messages_in_threads")
    club.world.expected.append((50013, f"/channels/{thread.id}"))
    await club.move(club.ada, thread, "a1b2")
    board = await club.board(1)
    expect(board.channel.id == club.games.id, "the board stands in the channel")


@scenario
async def without_view_channel_boards_come_by_direct_message(club: Club) -> None:
    thread = club.place_of(await club.start())
    club.forbid("view_channel")
    club.world.expected.append((50001, "/channels/"))
    await club.move(club.ada, thread, "a1b2")
    await club.message(club.bruno.user.dm_channel, "the board", lambda message: has(message, "move"))


@scenario
async def a_refused_picture_becomes_a_text_board_in_the_same_thread(club: Club) -> None:
    # simcord knows *Attach Files* but does not ask a bot for it.
    thread = club.place_of(await club.start())
    club.forbid("attach_files")
    club.refuse("POST", f"/channels/{thread.id}/messages", 403, 50013)
    await club.move(club.ada, thread, "a1b2")
    board = await club.board(1)
    expect(board.channel.id == thread.id and not board.attachments, "the text board stands in the thread")


@scenario
async def a_rate_limit_delays_a_board_and_does_not_double_it(club: Club) -> None:
    thread = club.place_of(await club.start())
    club.refuse("POST", f"/channels/{thread.id}/messages", 429, 0)
    await club.move(club.ada, thread, "a1b2")
    await club.board(1)
    await club.world.until_idle()
    boards = [message for message in thread.history() if is_picture(club, message) and "a1b2" in text(message)]
    expect(len(boards) == 1, f"one board, not {len(boards)}")


async def play(binary: Path, one: Scenario) -> str | None:
    """Gives what is wrong."""
    with tempfile.TemporaryDirectory(prefix="sumito-simcord-") as folder:
        world = World(binary, Path(folder))
        wrong = ""
        try:
            async with world.running():
                club = await Club.open(world)
                await one(club)
                await world.until_idle()
        except Exception:
            wrong = traceback.format_exc()
        refused = world.unexpected()
        if not wrong and not refused:
            return None
        lines = "\n".join(map(str, refused)) or "nothing"
        log = f"--- the program's log:\n{world.log()}"
        return f"{wrong}\n--- refused by simcord, and not by the scenario:\n{lines}\n{log}"


def play_named(binary: Path, name: str) -> tuple[str | None, float]:
    began = time.monotonic()
    return asyncio.run(play(binary, SCENARIOS[name])), time.monotonic() - began


def main() -> int:
    binary, part = Path(sys.argv[1]).resolve(), sys.argv[2] if len(sys.argv) > 2 else ""
    if not binary.exists():
        print(f"simcord: {binary} is missing: run `cargo build --bin sumito` first")
        return 1
    names = [name for name in SCENARIOS if part in name]
    if not names:
        print(f"simcord: no scenario is called {part!r}: {', '.join(SCENARIOS)}")
        return 1
    failed = []
    # simcord has one world in a process.
    with ProcessPoolExecutor(max_workers=4) as pool:
        for name, (wrong, seconds) in zip(names, pool.map(play_named, [binary] * len(names), names), strict=True):
            print(f"simcord: {name} ... {'FAILED' if wrong else 'ok'} ({seconds:.1f} s)", flush=True)
            if wrong:
                failed.append(name)
                print(wrong, flush=True)
    if failed:
        print(f"simcord: {len(failed)} of {len(names)} scenarios failed: {', '.join(failed)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
