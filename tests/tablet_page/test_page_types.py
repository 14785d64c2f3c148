"""The page's modules read only what the documents have: TypeScript checks them against the daemon's own types."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def check() -> ModuleType:
    """tools/page_types/check.py, its programs fetched and its types written."""
    spec = importlib.util.spec_from_file_location("page_types_check", ROOT / "tools" / "page_types" / "check.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.prepare()
    return module


@pytest.mark.parametrize("name", ["tsconfig.json", "tsconfig.service_worker.json"])
def test_typescript_finds_no_mistake_in_the_page(check: ModuleType, name: str) -> None:
    tsconfig = ROOT / "tablet_page" / name
    assert tsconfig in check.TSCONFIGS
    assert check.mistakes(tsconfig) == ""


def test_a_parameter_without_a_type_is_a_mistake() -> None:
    """`strict` means that nothing counts as any unsaid; no configuration takes that back."""
    for tsconfig in (ROOT / "tablet_page").glob("tsconfig*.json"):
        assert "noImplicitAny" not in tsconfig.read_text()
    assert '"strict": true' in (ROOT / "tablet_page" / "tsconfig.json").read_text()


def test_a_name_that_no_document_has_is_found(check: ModuleType, tmp_path: Path) -> None:
    module = tmp_path / "view.js"
    module.write_text(
        "/** @param {Documents} documents */\nexport function view({ state }) {\n  return state.scroes;\n}\n"
    )
    types = [str(check.TYPES), str(ROOT / "tablet_page" / "types" / "page.d.ts")]
    options = json.loads((ROOT / "tablet_page" / "tsconfig.json").read_text())["compilerOptions"]
    (tmp_path / "tsconfig.json").write_text(json.dumps({"compilerOptions": options, "files": [str(module), *types]}))
    assert "'scroes' does not exist on type 'StateDocument'" in check.mistakes(tmp_path / "tsconfig.json")
