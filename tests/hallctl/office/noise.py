"""A hall's book as no line should send it: doubled, mixed and with parts left out."""

import asyncio

from hallctl.minutes.wire.connection import connect, last_word
from hallctl.minutes.wire.messages import MESSAGE_ID


async def send_noisily(servers, key, hall, book, dice):
    """Send a book in pieces that begin too early, come twice, backwards or not at all, until it is there."""
    messages = book.messages(hall)
    lines = [at for at, (subject, _) in enumerate(messages) if ".entries." in subject]
    client = await connect(servers, key, hall)
    try:
        while True:
            have = await last_word(client, hall)
            done = sum(map(len, book.volumes[: max(have.volume - 1, 0)])) + have.number
            if done == book.size:
                return
            begin = max(0, lines[done] - dice.randrange(40))
            for subject, content in spoilt(messages[begin:][: dice.randrange(1, 300)], dice):
                await client.publish(subject, content, headers={MESSAGE_ID: f"{hall}-{dice.random()}"})
            await client.flush()
            await asyncio.sleep(dice.random() * 0.6)
    finally:
        await client.close()


def spoilt(window, dice):
    for _ in range(dice.randrange(4)):
        one, other = sorted(dice.choices(range(len(window)), k=2))
        window[one:other] = dice.choice(([], window[one:other] * 2, window[one:other][::-1]))
    return window
