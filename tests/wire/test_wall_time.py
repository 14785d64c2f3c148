from datetime import datetime

from wire.wall_time import wall_time


def test_wall_time_is_utc_with_milliseconds():
    assert wall_time(datetime.fromisoformat("2026-11-21T11:00:00+01:00")) == "2026-11-21T10:00:00.000Z"
