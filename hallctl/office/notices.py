"""Tells people of each alarm once, by mail or to an address of theirs; what fails is tried some times more.

Not responsible for alarms. What was told is in the database: an office that starts again tells nobody twice.
"""

import http.client
import json
import smtplib
import ssl
import urllib.request
from collections.abc import Callable, Mapping
from email.message import EmailMessage
from typing import Final

from hallctl.office.alarms import Alarm, alarms_by_id
from hallctl.office.config import MailSection, OfficeSetting
from hallctl.office.database import Connection
from hallctl.office.parts import Office, Periodic

EVERY_S: Final = 2.0
MOST_TRIES: Final = 8
"""After so many a notice is given up; the alarm itself stays on the pages."""

_TIMEOUT_S: Final = 15.0
_FIRST_WAIT_S: Final = 10
_FOUND: Final = """
INSERT INTO alarm_notices (alarm, way) SELECT a.id, %s FROM alarms a
WHERE a.raised > now() - interval '7 days'
    AND NOT EXISTS (SELECT 1 FROM alarm_notices n WHERE n.alarm = a.id AND n.way = %s)
ON CONFLICT DO NOTHING
"""
_DUE: Final = """
SELECT alarm FROM alarm_notices WHERE way = %s AND told IS NULL AND tries < %s AND next <= now()
ORDER BY alarm LIMIT 20
"""
_TRIED: Final = """
UPDATE alarm_notices SET tries = tries + 1, told = CASE WHEN %s = '' THEN now() END, problem = %s,
    next = now() + make_interval(secs => %s * power(2, tries)) WHERE alarm = %s AND way = %s
"""

Send = Callable[[Alarm], None]
"""Tells somebody of an alarm; raises OSError, HTTPException or ValueError where that fails."""


class Notices:
    """Sends what is due in every way that there is."""

    def __init__(self, ways: Mapping[str, Send]) -> None:
        """Take the ways, by their names: "mail" and "webhook"."""
        self._ways = ways

    def send(self, connection: Connection) -> None:
        """Tell of what nobody was told yet.

        Raises:
            psycopg.Error: The database fails.
        """
        for way, send in self._ways.items():
            connection.execute(_FOUND, (way, way))
            due = [number for (number,) in connection.execute(_DUE, (way, MOST_TRIES))]
            for alarm in alarms_by_id(connection, due):
                problem = _tried(send, alarm)
                connection.execute(_TRIED, (problem, problem, _FIRST_WAIT_S, alarm.id, way))


def _tried(send: Send, alarm: Alarm) -> str:
    try:
        send(alarm)
    except (OSError, http.client.HTTPException, smtplib.SMTPException, ValueError) as error:
        return (f"{type(error).__name__}: {error}").replace("\0", "")[:500]
    return ""


def ways_of(setting: OfficeSetting) -> dict[str, Send]:
    """Return the ways that the configuration names."""
    alerts, ways = setting.config.alerts, dict[str, Send]()
    mail, webhook, name = alerts.mail, alerts.webhook, setting.config.office.name
    if mail is not None:
        ways["mail"] = lambda alarm: _mail(mail, _password(setting, mail), name, alarm)
    if webhook is not None:
        ways["webhook"] = lambda alarm: _post(webhook, name, alarm)
    return ways


def _password(setting: OfficeSetting, mail: MailSection) -> str:
    if mail.password_file is None:
        return ""
    return setting.beside(mail.password_file).read_text("utf-8").strip()


def _mail(mail: MailSection, password: str, office: str, alarm: Alarm) -> None:
    message = EmailMessage()
    message["From"], message["To"] = mail.sender, ", ".join(mail.recipients)
    message["Subject"] = f"{alarm.code}: {alarm.hall}"
    message.set_content(f"{office}\n\n{alarm.describe()}\n")
    context = ssl.create_default_context()
    if mail.encryption == "tls":
        server: smtplib.SMTP = smtplib.SMTP_SSL(mail.host, mail.port, timeout=_TIMEOUT_S, context=context)
    else:
        server = smtplib.SMTP(mail.host, mail.port, timeout=_TIMEOUT_S)
    with server:
        if mail.encryption == "starttls":
            server.starttls(context=context)
        if mail.user is not None:
            server.login(mail.user, password)
        server.send_message(message)


def _post(url: str, office: str, alarm: Alarm) -> None:
    content = {
        "office": office,
        "alarm": alarm.id,
        "hall": alarm.hall,
        "code": alarm.code,
        "volume": alarm.volume,
        "number": alarm.number,
        "detail": alarm.detail,
        "raised": alarm.raised.isoformat(),
    }
    headers = {"Content-Type": "application/json"}
    body = json.dumps(content, ensure_ascii=False).encode()
    request = urllib.request.Request(url, body, headers, method="POST")
    with urllib.request.urlopen(request, timeout=_TIMEOUT_S):
        pass


def start_notices(office: Office) -> Periodic:
    """Return the part."""
    return Periodic(office, "notices", EVERY_S, Notices(ways_of(office.setting)).send)
