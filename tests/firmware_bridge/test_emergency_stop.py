"""The computer's own eye on the emergency stop: open at once, released only when it lasts."""

from firmware_bridge.emergency_stop import EmergencyStopMonitor


def test_open_counts_at_once_and_closed_only_when_it_lasts() -> None:
    stop = EmergencyStopMonitor(0.3, is_open=False)
    assert not stop.update(0.0, contact_open=False)
    assert stop.update(0.1, contact_open=True)
    for now_s in (0.2, 0.3, 0.4):
        assert stop.update(now_s, contact_open=False)
    assert not stop.update(0.55, contact_open=False)


def test_a_chattering_contact_never_counts_as_released() -> None:
    stop = EmergencyStopMonitor(0.3, is_open=True)
    assert all(stop.update(number / 10, contact_open=number % 3 == 0) for number in range(100))


def test_an_edge_is_a_stop_although_every_reading_is_closed() -> None:
    stop = EmergencyStopMonitor(0.3, is_open=False)
    stop.update(0.0, contact_open=False)
    stop.edge()
    assert stop.update(0.1, contact_open=False)
    assert not stop.update(0.4, contact_open=False)
