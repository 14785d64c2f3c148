import json
import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tools.supply import audit, constraints

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
RUNNING = [Requirement(line) for line in PROJECT["dependencies"]]
PINS = dict(line.split("==") for line in constraints.PATH.read_text().splitlines() if not line.startswith("#"))


def test_the_constraints_name_everything_that_the_project_needs():
    assert {canonicalize_name(need.name) for need in RUNNING} <= set(PINS)


def test_what_a_package_needs_in_turn_is_pinned_and_what_only_tests_need_is_not():
    pins = constraints.pinned()
    assert {"cryptography", "cffi", "pycparser"} <= set(pins)
    assert not {"pytest", "hypothesis"} & set(pins)


def test_the_constraints_lie_within_the_bounds_of_the_project():
    wrong = [str(need) for need in RUNNING if not need.specifier.contains(PINS[canonicalize_name(need.name)])]
    assert wrong == []


def test_every_package_has_an_upper_bound_but_the_one_that_mends_weaknesses():
    open_ended = {need.name for need in RUNNING if not {"<", "=="} & {bound.operator for bound in need.specifier}}
    assert open_ended == {"cryptography"}


def test_a_known_weakness_is_named_with_the_version_that_mends_it():
    said = {
        "dependencies": [
            {"name": "yarl", "version": "1.25.1", "vulns": [{"id": "PYSEC-1", "fix_versions": ["1.26", "1.25.2"]}]},
            {"name": "idna", "version": "3.20", "vulns": []},
            {"name": "mahjong", "skip_reason": "Dependency not found on PyPI"},
        ]
    }
    assert audit.judge(json.dumps(said)) == (2, ["yarl 1.25.1: PYSEC-1, mended in 1.26, 1.25.2"])


def test_an_audit_without_a_database_says_that_nothing_is_known():
    nothing = {"dependencies": [{"name": "yarl", "skip_reason": "Dependency not found on PyPI"}]}
    assert audit.judge(json.dumps(nothing)) == (0, [])
    assert audit.judge("ERROR: the service cannot be reached") == (0, [])
