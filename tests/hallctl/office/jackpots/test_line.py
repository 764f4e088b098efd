"""The hall's line asks what the game wants to know, and hands the answer to the deciding loop."""

import asyncio
import queue

from hallctl.devices.office_jackpots import JackpotQuestions
from hallctl.devices.office_line import Office, OfficeLine
from hallctl.games.bingo.jackpots import BINGO_JACKPOTS
from hallctl.games.bingo.rules.commands.linked import AnswerJackpot
from hallctl.minutes.note import COSIGNATURE, verifier_of
from hallctl.minutes.wire.connection import connect, make_streams
from hallctl.minutes.wire.jackpots import Answer, Outcome, Question
from hallctl.table.messages import Reported
from tests.hallctl.games.bingo.rules.test_linked import MOMENT, selling
from tests.hallctl.office.keys import ENTERING, OFFICE, accounts
from tests.hallctl.office.servers import Nats

NAME = "oficina.example"


def test_the_line_asks_again_until_the_office_answers_and_minutes_what_it_signed(tmp_path):
    night, inbox = selling(), queue.SimpleQueue()
    server = Nats(tmp_path / "nats", accounts())
    verifier = verifier_of(NAME, OFFICE, COSIGNATURE)
    questions = JackpotQuestions("sala-1", verifier, BINGO_JACKPOTS, lambda: night.state, inbox.put)
    office = Office("sala-1", [server.url], verifier, lambda: (ENTERING, None))
    line = OfficeLine(office, tmp_path, inbox, jackpots=questions)
    asked = []

    async def answer(message):
        question = Question.read(message.data)
        asked.append(question)
        if len(asked) > 1:
            held = Answer(
                question.jackpot, "sala-1", question.game, Outcome.HELD, 77, MOMENT, "first", 0, 1000
            )
            await message.respond(held.signed(NAME, OFFICE).encode())

    async def played():
        client = await connect([server.url], OFFICE, "oficina")
        try:
            await make_streams(client, 1 << 20)
            await client.subscribe("hall.*.ask.jackpot", cb=answer)
            line.start()
            messages = iter(lambda: inbox.get(timeout=20), None)  # a connection that is well is told, too
            return await asyncio.to_thread(lambda: next(m for m in messages if isinstance(m, Reported)))
        finally:
            await client.close()

    try:
        reported = asyncio.run(played())
    finally:
        line.stop()
        server.stop()
    assert isinstance(reported.command, AnswerJackpot)
    night.do(reported.command)
    assert night.state.game.linked[0].amount == 77
    assert not questions.open
    assert {each.jackpot for each in asked} == {"gordo"}
