"""A complaint: what it needs, and its decision."""

from dataclasses import replace

import pytest

from hallctl.rules.commands.base import Post
from hallctl.rules.commands.incidents import FileComplaint, ResolveComplaint
from hallctl.rules.events.incidents import ComplaintFiled, ComplaintResolved
from tests.hallctl.games.bingo.rules.night import Night


@pytest.mark.req("AJ-56", "AJ-05")
def test_a_complaint_needs_name_document_and_text_and_the_director_resolves_it():
    night = Night().open_session().start()
    complaint = FileComplaint("Juan", "LP-1", "no oí el 7", signed=True)
    assert night.refused(replace(complaint, document=" ")) == "COMPLAINT-WHO"
    filed = night.only(ComplaintFiled, complaint)
    assert (filed.number, filed.game, filed.late) == (1, 1, False)
    assert night.refused(ResolveComplaint(1, "x"), Post.JEFE) == "POST"
    assert night.refused(ResolveComplaint(1, " ")) == "COMPLAINT-DECISION"
    assert night.refused(ResolveComplaint(7, "x")) == "COMPLAINT-NONE"
    assert night.do(ResolveComplaint(1, "Se repitió el número.")) == (
        ComplaintResolved(1, "Se repitió el número."),
    )
