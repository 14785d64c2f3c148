"""Cases of a proof that go beyond its sample: `make test` leaves them out, `make campaign` runs them."""

from collections.abc import Collection, Iterable
from typing import Any

import pytest


def more(*values: Any) -> Any:
    """A case that takes no way through the code which a case of the sample does not take."""
    return pytest.param(*values, marks=pytest.mark.campaign)


def sampled(cases: Iterable[Any], sample: Collection[Any]) -> list[Any]:
    """All cases of one argument; those that are not in the sample wait for a campaign."""
    return [case if case in sample else more(case) for case in cases]
