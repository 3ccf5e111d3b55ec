"""`jcs-sha256`: the identity of an Agent Hooks 0.1 context (section 10). Standard library only."""

import hashlib

from canonical_json import canonical_bytes

_ALWAYS = {
    "spec": None,
    "interception_point": None,
    "timestamp": None,
    "sequence": None,
    "agent": ("id", "framework"),
    "session": ("id",),
    "target": None,
}

_BY_POINT = {
    "agent_startup": {"agent_init": ("tools_registered",)},
    "input": {"input": ("content", "role")},
    "pre_model_call": {"model": ("id",), "messages": None},
    "post_model_call": {"model": ("id",), "response": ("content", "tool_calls", "finish_reason")},
    "pre_tool_call": {"tool_call": ("id", "name", "args")},
    "post_tool_call": {"tool_call": ("id", "name", "args"), "tool_result": ("value", "is_error")},
    "output": {"output": ("content",)},
    "agent_shutdown": {"summary": ("reason",)},
}


def context_identity(context):
    """Raises KeyError on a context that lacks a member, NotCanonical on values that do not travel."""
    projection = {}
    for name, kept in {**_ALWAYS, **_BY_POINT[context["interception_point"]]}.items():
        member = context[name]
        projection[name] = member if kept is None else {part: member[part] for part in kept}
    return "sha256:" + hashlib.sha256(canonical_bytes(projection)).hexdigest()
