"""A folio is printed when its job is; one that was not is printed again as the Director says, and once."""

import pytest

from drivers.printer import PrinterError
from drivers.printer.ipp import GET_JOB_ATTRIBUTES, IppError, ask
from hallctl.cli.doctor.computer import Computer
from hallctl.devices import spool
from hallctl.devices.spool import CupsOutlet, QueueState, read_jobs
from hallctl.rules.events.printing import PendingPrintConfirmed, PendingPrintOrdered
from tests.hallctl.devices.cups import QUEUE, RealCups, StandIn, until, why_no_cupsd

NAMES = [f"tomo-0001-folio-000{number}-acta.pdf" for number in range(1, 5)]
AGAIN = PendingPrintOrdered("Directora", "")
THERE = PendingPrintConfirmed("Directora", "")

pytestmark = pytest.mark.invariant("I3")


@pytest.fixture(params=["stand-in", pytest.param("cups", marks=pytest.mark.timeout(120))])
def service(request, tmp_path, tmp_path_factory, monkeypatch):
    """A print service with an empty queue."""
    if request.param == "cups" and why_no_cupsd():
        pytest.skip(f"CUPS itself is not tried: {why_no_cupsd()}")
    kind = {"stand-in": StandIn, "cups": RealCups}[request.param]
    folder = tmp_path / "servicio"
    if request.param == "cups":
        # The filters of cupsd run as another user, who cannot enter the folders of the tests.
        folder = tmp_path_factory.getbasetemp() / f"cups-{tmp_path.name}"
        for each in (folder, *folder.parents):
            if each.exists() and each.stat().st_uid == 0 and each != each.parent:
                each.chmod(each.stat().st_mode | 0o011)
    running = kind(folder, monkeypatch)
    yield running
    running.end()  # type: ignore[attr-defined]


@pytest.fixture
def outlet(tmp_path):
    return CupsOutlet(QUEUE, tmp_path / "impresos")


def again(tmp_path):
    """The outlet of the next start."""
    return CupsOutlet(QUEUE, tmp_path / "impresos")


def put(outlet, *names):
    for name in names:
        outlet.put(name, name.encode())


def settled(outlet, words=()):
    """Look until no job is under way, and return what is seen then."""
    until(lambda: all(job.printed or job.lost for job in jobs(outlet, words).values()))
    return outlet.look(words)


def jobs(outlet, words=()):
    outlet.look(words)
    return read_jobs(outlet._folder)


def papers(service):
    return sorted(path.read_text() for path in service.paper.iterdir() if not path.name.startswith("."))


def test_a_folio_is_printed_when_its_job_is(service, outlet, tmp_path):
    put(outlet, *NAMES[:2])
    assert settled(outlet) == QueueState()
    assert papers(service) == NAMES[:2]
    assert settled(again(tmp_path)) == QueueState()


def test_a_stopped_queue_is_said_at_once_and_what_waits_in_it_comes_out_by_itself(service, outlet):
    service.stop()
    assert "está parada" in outlet.look(()).trouble
    assert f"cupsenable {QUEUE}" in Computer().print_trouble(QUEUE)
    put(outlet, *NAMES[:2])
    look = outlet.look(())
    assert "está parada" in look.trouble
    assert look.pending == {}
    assert not any(job.printed for job in read_jobs(outlet._folder).values())
    service.restart()  # the jobs of CUPS outlive it, and so does a stop; it takes a moment to answer
    until(lambda: "está parada" in outlet.look(()).trouble)
    assert not any(job.printed for job in read_jobs(outlet._folder).values())
    service.resume()
    assert settled(outlet) == QueueState()
    assert papers(service) == NAMES[:2]


def test_what_was_cancelled_is_printed_again_when_the_director_says_so_and_once(service, outlet, tmp_path):
    service.stop()
    put(outlet, *NAMES[:3])
    service.cancel(2)
    look = outlet.look(())
    assert look.pending == {NAMES[1]: "se anuló en la cola"}
    assert look.ordered == ()
    look = again(tmp_path).look([AGAIN])  # the controller was killed as the word became durable
    assert look.ordered == (NAMES[1],)
    outlet = again(tmp_path)
    put(outlet, *outlet.look([AGAIN]).ordered)
    service.resume()
    assert settled(outlet, [AGAIN]) == QueueState()
    assert papers(service) == NAMES[:3]
    assert settled(again(tmp_path), [AGAIN]) == QueueState()


def test_a_word_is_about_what_was_lost_before_it(service, outlet):
    service.stop()
    put(outlet, *NAMES[:2])
    service.cancel(1)
    put(outlet, *[name for name in outlet.look([]).pending])
    assert outlet.look([AGAIN]).pending == {}
    service.cancel(2)
    look = outlet.look([AGAIN])
    assert (list(look.pending), look.ordered) == ([NAMES[1]], ())
    assert outlet.look([AGAIN, AGAIN]).ordered == (NAMES[1],)
    assert outlet.look([AGAIN, AGAIN, THERE]).pending == {}


def test_what_the_queue_gave_up_or_forgot_waits_for_a_word(service, outlet, tmp_path):
    service.fail()
    put(outlet, NAMES[0])
    assert settled(outlet).pending == {NAMES[0]: "la cola lo abandonó"}
    service.fail(aborts=False)
    service.forget()
    put(outlet, NAMES[1])
    look = settled(outlet)
    assert look.pending[NAMES[1]].startswith("la cola ya no lo conoce")
    assert again(tmp_path).look([THERE]) == QueueState()
    assert settled(again(tmp_path)) == QueueState()


def test_a_queue_without_paper_or_that_takes_nothing_says_so(service, outlet):
    service.run_out()
    put(outlet, NAMES[0])
    until(lambda: "no hay papel" in outlet.look(()).trouble)
    assert not read_jobs(outlet._folder)[NAMES[0]].printed
    service.fill()
    until(lambda: settled(outlet) == QueueState())
    service.reject()
    assert "no admite trabajos" in outlet.look(()).trouble
    with pytest.raises(PrinterError, match="not accepting"):
        put(outlet, NAMES[1])
    assert not outlet.has(NAMES[1])
    service.accept()
    put(outlet, NAMES[1])
    assert settled(outlet) == QueueState()


def test_a_job_that_is_held_says_how_it_is_released_and_a_removed_queue_that_it_is_gone(service, outlet):
    service.stop()
    put(outlet, NAMES[0])
    service.hold(1)
    service.resume()
    until(lambda: "lp -i 1 -H resume" in outlet.look(()).trouble)
    service.remove()
    until(lambda: outlet.look(()).pending)
    assert outlet.look(()).trouble == f"no existe la cola «{QUEUE}»"


def test_a_service_that_is_away_judges_no_folio_and_is_said_once_it_stays_away(service, outlet, monkeypatch):
    service.stop()
    put(outlet, NAMES[0])
    service.end()
    assert outlet.look(()) == QueueState()
    assert "no contesta" in Computer().print_trouble(QUEUE)
    monkeypatch.setattr(spool, "_SILENT_S", 0.0)
    look = outlet.look(())
    assert "no contesta" in look.trouble
    assert look.pending == {}
    service.start()
    service.resume()
    until(lambda: settled(outlet) == QueueState())


@pytest.fixture
def stand_in(tmp_path, monkeypatch):
    running = StandIn(tmp_path / "servicio", monkeypatch)
    yield running
    running.end()


def test_a_job_that_waits_long_in_a_queue_that_says_nothing_is_said(stand_in, outlet, monkeypatch):
    stand_in.run_out()
    stand_in.reasons += " other-warning"
    put(outlet, NAMES[0])
    stand_in.reasons = "toner-low-warning other"
    stand_in.jobs[1] = (NAMES[0], 5)
    assert outlet.look(()).trouble == ""
    monkeypatch.setattr(spool, "_SLOW_S", 0.0)
    assert NAMES[0] in outlet.look(()).trouble


def test_another_job_of_the_same_number_is_not_this_folio_s(stand_in, outlet):
    stand_in.stop()
    put(outlet, NAMES[0])
    stand_in.jobs[1] = ("lista de la compra", 9)  # the spool was wiped, and its numbers began anew
    assert list(outlet.look(()).pending) == [NAMES[0]]


def test_an_answer_of_lp_that_names_no_job_is_not_printed_over_and_over(stand_in, outlet):
    program = stand_in.folder / "lp"
    program.write_text("#!/bin/sh\ncat > /dev/null; echo vale\n")
    put(outlet, NAMES[0])
    assert outlet.has(NAMES[0])
    assert list(outlet.look(()).pending) == [NAMES[0]]


def test_what_an_earlier_program_sent_counts_as_printed(stand_in, outlet, tmp_path):
    (tmp_path / "impresos" / f"{NAMES[0]}.job").write_text("request id is folios-12 (1 file(s))")
    assert outlet.look(()) == QueueState()
    assert outlet.has(NAMES[0])


def test_an_answer_that_is_cut_short_is_an_error_and_no_more(stand_in, outlet, monkeypatch):
    whole = stand_in.answer
    put(outlet, NAMES[0])
    address = (stand_in.folder / "lp.address").read_text()
    for cut in range(0, 60, 3):
        monkeypatch.setattr(stand_in, "answer", lambda *given, cut=cut: (200, whole(*given)[1][:cut]))
        with pytest.raises(IppError, match="no contesta"):
            ask(address, GET_JOB_ATTRIBUTES, ("job-uri", "ipp://localhost/jobs/1"), "", ("job-state",), 5.0)
