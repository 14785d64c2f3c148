"""What each piece of news makes of the machine's facts: consent, relay, lease and latch."""

from dataclasses import replace

import pytest
from standings import BUILT_B, RESTING, WALLS_A

from firmware_bridge.cycle import IllegalTransitionError, State, Trigger
from firmware_bridge.link import Answered, Disconnected, EventsMissed, Happened, Heartbeat
from firmware_bridge.messages import (
    BoardEvent,
    BoardStatus,
    CommandOutcome,
    CountsChanged,
    FaultCode,
    FaultReport,
    Interlock,
    LeaseReply,
    Notice,
    NoticeCode,
    OperationProgress,
    Reply,
    Verb,
)
from mahjong_rules.set_names import SetName
from table_daemon.machine.facts import (
    Began,
    BeganByHand,
    BuildBegan,
    BuildEnded,
    Consented,
    FaultCleared,
    Greeted,
    MachineFacts,
    MaintenanceChanged,
    NotArmed,
    Rested,
    SessionClosed,
    SessionEvent,
    StatusRead,
    StillWaiting,
    StopSaid,
    after_link_event,
    after_session_event,
    has_lapsed,
)

LIFT_2 = 18
STALLED = FaultReport(3, FaultCode.STALLED, LIFT_2, 0, ())


def after(facts: MachineFacts, *events: SessionEvent) -> MachineFacts:
    for event in events:
        facts = after_session_event(facts, event)
    return facts


def said(facts: MachineFacts, what: FaultReport | OperationProgress | Notice | CountsChanged) -> MachineFacts:
    """The board says this; its counters stand where they stood."""
    assert facts.board is not None
    event = BoardEvent(facts.board.tiles_inside_a, facts.board.tiles_inside_b, what)
    return after_link_event(facts, Happened(event))


def consented_at(board: BoardStatus) -> MachineFacts:
    return after(MachineFacts(), Greeted(0xA7), StatusRead(board), Consented())


def test_a_board_that_was_greeted_waits_for_consent():
    facts = after(MachineFacts(), Greeted(0xA7), StatusRead(RESTING))
    assert (facts.state, facts.may_pursue, facts.relay_on) == (State.WAITING, False, False)
    assert facts.trouble == "someone has to say that it may move"


@pytest.mark.parametrize(("board", "state"), [(RESTING, "idle"), (BUILT_B, "ready"), (WALLS_A, "in_play")])
def test_consent_closes_the_relay_and_the_machine_rests_where_the_board_says(board, state):
    facts = consented_at(board)
    assert (facts.state, facts.may_pursue, facts.relay_on, facts.trouble) == (state, True, True, "")


@pytest.mark.parametrize(
    "stopped", [lambda facts: said(facts, STALLED), lambda facts: after_link_event(facts, Disconnected("unplugged"))]
)
def test_a_fault_and_a_lost_line_take_consent_and_relay_away(stopped):
    facts = stopped(after(consented_at(RESTING), Began(Trigger.BUILD)))
    assert (facts.has_consent, facts.relay_on, facts.is_stopping) == (False, False, False)
    assert facts.state in (State.FAULTED, State.OFFLINE)


def test_a_fault_stays_until_it_is_cleared_by_its_name_and_consent_is_given_anew():
    latched = said(consented_at(RESTING), STALLED)
    assert (latched.fault.id, latched.fault.code, latched.fault.side) == ("00a7-3", "stalled", 2)
    other = after(latched, FaultCleared("00a7-2"), StatusRead(RESTING))
    cleared = after(latched, FaultCleared("00a7-3"))
    assert other.fault == latched.fault
    assert (cleared.fault, cleared.state, cleared.has_consent) == (None, State.FAULTED, False)
    assert after(cleared, Consented()).state is State.IDLE


def test_the_first_fault_counts_though_the_status_tells_of_it_again():
    latched = said(consented_at(RESTING), STALLED)
    again = replace(RESTING, fault_id=4, fault_code=FaultCode.MOTOR_LIMIT)
    assert after(latched, StatusRead(again)).fault == latched.fault


def test_a_fault_that_was_latched_before_the_daemon_is_found_in_the_status():
    found = replace(RESTING, fault_id=9, fault_code=FaultCode.DICE_TIMEOUT, fault_mechanism=65)
    facts = after(MachineFacts(), Greeted(1), StatusRead(found))
    assert (facts.state, facts.fault.id) == (State.FAULTED, "0001-9")


def test_after_a_stop_the_lease_rests_until_the_board_has_reported_it_and_the_fault_says_who_asked():
    stopping = after(consented_at(RESTING), StopSaid("asked by http", is_heard=True))
    assert (stopping.has_consent, stopping.is_stopping, stopping.relay_on) == (False, True, True)
    stopped = said(stopping, FaultReport(1, FaultCode.STOPPED, 0, 0, ()))
    assert (stopped.is_stopping, stopped.relay_on) == (False, False)
    assert stopped.fault.text == "the machine was stopped: asked by http"


def test_a_stop_that_nobody_hears_or_over_a_fault_leaves_the_lease_alone():
    assert not after(consented_at(RESTING), StopSaid("a test", is_heard=False)).is_stopping
    assert not after(said(consented_at(RESTING), STALLED), StopSaid("a test", is_heard=True)).is_stopping


def test_a_board_that_does_not_let_itself_be_armed_waits_for_people_and_says_why():
    facts = after(consented_at(WALLS_A), NotArmed("the emergency stop is pressed"))
    assert (facts.state, facts.has_consent, facts.trouble) == (State.WAITING, False, "the emergency stop is pressed")


def test_a_fault_explains_more_than_that_the_board_was_not_armed():
    latched = said(consented_at(RESTING), STALLED)
    assert after(latched, NotArmed("it has latched a fault")) == latched


def test_what_was_not_reached_this_time_either_changes_only_the_reason():
    assert after(MachineFacts(), StillWaiting("no cable")) == replace(MachineFacts(), trouble="no cable")


def test_a_daemon_that_ends_begins_nothing():
    assert not after(consented_at(RESTING), SessionClosed()).may_pursue


def test_in_maintenance_the_game_does_not_move_the_machine_and_single_motions_do():
    facts = after(consented_at(RESTING), MaintenanceChanged(on=True))
    assert (facts.state, facts.has_consent, facts.may_pursue) == (State.MAINTENANCE, True, False)
    assert after(facts, BeganByHand(Trigger.OPEN)).state is State.CLEARING
    assert after(facts, MaintenanceChanged(on=False)).state is State.IDLE


def test_a_single_motion_that_is_no_state_of_its_own_shows_where_the_machine_rests():
    assert after(consented_at(WALLS_A), BeganByHand(Trigger.BUILD)).state is State.IN_PLAY


def test_what_the_cycle_does_not_allow_is_refused():
    with pytest.raises(IllegalTransitionError):
        after(consented_at(RESTING), Began(Trigger.RAISE))


def test_a_machine_of_which_nothing_is_known_rests_where_it_was():
    assert after(MachineFacts(), Rested()) == MachineFacts()


def test_a_build_beside_a_deal_moves_and_counts_and_ends():
    begun = after(consented_at(WALLS_A), BuildBegan(SetName.B))
    stacked = said(begun, OperationProgress(7, 20, 136))
    assert (begun.is_moving, stacked.build.progress) == (True, 20)
    assert after(stacked, BuildEnded(136)).build.progress == 136
    failed = after(stacked, BuildEnded(None))
    assert (failed.build.progress, failed.is_moving) == (20, False)


def test_a_build_that_times_out_says_how_many_tiles_stand():
    begun = said(after(consented_at(WALLS_A), BuildBegan(SetName.B)), OperationProgress(7, 20, 136))
    assert "20 tiles stand" in said(begun, FaultReport(1, FaultCode.BUILD_TIMEOUT, 32, 0, ())).fault.text


def test_a_surplus_says_what_was_counted():
    facts = said(consented_at(RESTING), FaultReport(1, FaultCode.TILE_SURPLUS, 0, 0, ()))
    assert "136 of set A, 136 of set B" in facts.fault.text


def test_every_answer_to_a_lease_keeps_the_counters_up_to_date():
    lease = LeaseReply(1, 1, 12, 136, armed=True, faulted=False)
    assert after_link_event(consented_at(WALLS_A), Heartbeat(lease)).board.tiles_inside_a == 12
    assert after_link_event(MachineFacts(), Heartbeat(lease)) == MachineFacts()


@pytest.mark.parametrize(
    ("armed", "faulted", "lapsed"), [(True, False, False), (False, False, True), (False, True, False)]
)
def test_a_lease_has_lapsed_where_consent_stands_and_the_board_is_disarmed_without_a_fault(armed, faulted, lapsed):
    lease = LeaseReply(1, 1, 136, 136, armed=armed, faulted=faulted)
    assert has_lapsed(consented_at(RESTING), lease) is lapsed
    assert not has_lapsed(MachineFacts(), lease)


def test_events_before_the_status_of_a_new_session_are_told_by_that_status():
    lost = after_link_event(consented_at(RESTING), Disconnected("unplugged"))
    assert said(lost, STALLED) == lost


def test_of_each_notice_the_newest_is_kept_and_of_all_the_newest_five():
    facts = consented_at(RESTING)
    for mechanism in (16, 17, 18, 19, 1, 64, 16):
        facts = said(facts, Notice(NoticeCode.SLOW, mechanism, 500, 300))
    assert [(notice.part, notice.side) for notice in facts.notices] == [
        ("lift", 2),
        ("lift", 3),
        ("dome", None),
        ("disc", None),
        ("lift", 0),
    ]


def test_answers_and_counted_tiles_change_nothing_else():
    facts = consented_at(RESTING)
    reply = Reply(1, 2, Verb.STATUS, CommandOutcome.DONE, Interlock.NONE, b"")
    assert after_link_event(facts, Answered(4, reply)) == facts
    assert after_link_event(facts, EventsMissed()) == facts
    assert said(facts, CountsChanged()) == facts
