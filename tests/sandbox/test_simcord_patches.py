"""What `bot.sandbox.simcord_patches` expects of SimCord's private names."""

import inspect
from dataclasses import fields
from typing import Any

import pytest
import simcord
from simcord._clock import Clock
from simcord._runtime import _CallbackRecord, _Runtime, _WorkState
from simcord.backend.cdn import CDN_BASE
from simcord.preview import Preview, _component_projection, _markdown, _messages, _server
from simcord.preview._actions import ACTION_SPECS
from simcord.preview._pages import _Page
from simcord.preview._server import PreviewServer

from bot.sandbox.simcord_patches import RealClock, SandboxEnv, SandboxPreview, _Mounted

OVERRIDDEN: list[tuple[type, type, set[str]]] = [
    (RealClock, Clock, {"now", "advance", "elapsed"}),
    (
        SandboxEnv,
        simcord.Env,
        {"_begin_operation", "_settle_internal", "_schedule_timer", "_capture_errors", "_record_error"},
    ),
    (_Mounted, PreviewServer, {"start", "close"}),
    (SandboxPreview, Preview, {"__aenter__", "_publish", "_prepare_asset", "_action"}),
]


@pytest.mark.parametrize(
    ("ours", "base", "names"), OVERRIDDEN, ids=lambda value: getattr(value, "__name__", "")
)
def test_simcord_has_what_is_overridden_and_calls_it_so(ours: type, base: Any, names: set[str]) -> None:
    assert issubclass(ours, base)
    for name in names:
        assert name in vars(ours)
        there = inspect.getattr_static(base, name, None)
        if inspect.isfunction(there):
            kind = inspect.iscoroutinefunction(there)
            assert inspect.iscoroutinefunction(vars(ours)[name]) is kind, name
        else:
            assert name == "elapsed", "set by the base class as a plain attribute"


def test_an_env_has_the_state_that_is_read() -> None:
    assert {"tasks", "callbacks"} <= {field.name for field in fields(_WorkState)}
    assert "call_at" in {field.name for field in fields(_Runtime)}
    assert {"handle", "when", "real_handle"} <= {field.name for field in fields(_CallbackRecord)}
    made = inspect.getsource(simcord.Env.__init__)
    for name in ("_work", "_operation_depth", "_runtime", "_preview", "backend"):
        assert f"self.{name}" in made, name


def test_a_preview_has_the_state_and_the_handlers_that_are_used() -> None:
    made = inspect.getsource(Preview.__init__)
    for name in ("_pages", "_python", "_explicit_assets", "_blobs", "_server"):
        assert f"self.{name}" in made, name
    for name in ("_get_page", "_advance_presentation_time"):
        assert callable(getattr(Preview, name)), name
    for name in ("_pages", "_delete_page", "_state", "_commands", "_action_result", "_action", "_asset"):
        assert inspect.iscoroutinefunction(getattr(PreviewServer, name)), name
    assert hasattr(_server, "web") or "web" in inspect.getsource(PreviewServer.start)
    assert {"id", "revision", "snapshot", "assets", "navigation_query"} <= {f.name for f in fields(_Page)}


def test_markdown_is_read_by_a_function_that_both_modules_look_up_by_name() -> None:
    for module in (_messages, _component_projection):
        assert vars(module)["markdown_tokens"] is _markdown.markdown_tokens


def test_actions_say_whether_they_belong_to_a_revision() -> None:
    assert all(isinstance(spec.revision_bound, bool) for spec in ACTION_SPECS.values())
    assert CDN_BASE.startswith("https://")
