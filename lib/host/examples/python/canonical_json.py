"""RFC 8785 canonical JSON, and a reader that refuses what cannot be canonical. Standard library only."""

import json
import math

SAFE_INTEGER = 2**53 - 1
MAX_DEPTH = 128


class NotCanonical(ValueError):
    """The value is no I-JSON; says the rule, never the value."""


def canonical_bytes(value):
    """The bytes that are hashed and signed. Raises NotCanonical."""
    parts = []
    _write(value, parts, 1)
    try:
        return "".join(parts).encode("utf-8")
    except UnicodeEncodeError:
        raise NotCanonical("a string holds half of a surrogate pair") from None


def read_json(text):
    """Strict JSON: no repeated members, no NaN, no Infinity. Raises NotCanonical."""
    try:
        return json.loads(text, object_pairs_hook=_members, parse_constant=_refuse_constant)
    except NotCanonical:
        raise
    except (ValueError, RecursionError):
        # also a number of more digits than Python reads
        raise NotCanonical("not JSON") from None


def _members(pairs):
    made = dict(pairs)
    if len(made) != len(pairs):
        raise NotCanonical("a member name occurs twice")
    return made


def _refuse_constant(_name):
    raise NotCanonical("not a JSON number")


def _write(value, parts, depth):
    if value is None or value is True or value is False:
        parts.append({None: "null", True: "true", False: "false"}[value])
    elif type(value) is str:
        parts.append(json.dumps(value, ensure_ascii=False))
    elif type(value) is int:
        if abs(value) > SAFE_INTEGER:
            raise NotCanonical("integer beyond 2^53-1")
        parts.append(str(value))
    elif type(value) is float:
        parts.append(_number(value))
    elif type(value) in (list, tuple, dict):
        if depth > MAX_DEPTH:
            raise NotCanonical("nested too deeply")
        _write_nested(value, parts, depth)
    else:
        raise NotCanonical("not a JSON value")


def _write_nested(value, parts, depth):
    if type(value) is not dict:
        parts.append("[")
        for index, item in enumerate(value):
            if index:
                parts.append(",")
            _write(item, parts, depth + 1)
        parts.append("]")
        return
    if any(type(name) is not str for name in value):
        raise NotCanonical("a member name is no string")
    parts.append("{")
    # names are compared by UTF-16 code units
    for index, name in enumerate(sorted(value, key=lambda text: text.encode("utf-16-be", "surrogatepass"))):
        if index:
            parts.append(",")
        parts.append(json.dumps(name, ensure_ascii=False) + ":")
        _write(value[name], parts, depth + 1)
    parts.append("}")


def _number(value):
    """As ECMAScript prints it: both take the shortest digits that read back as the same double."""
    if not math.isfinite(value):
        raise NotCanonical("not a JSON number")
    if value == 0:
        return "0"
    if value.is_integer() and SAFE_INTEGER < abs(value) < 1e21:
        raise NotCanonical("integer beyond 2^53-1")
    sign = "-" if value < 0 else ""
    mantissa, _, exponent = repr(abs(value)).partition("e")
    whole, _, fraction = mantissa.partition(".")
    fraction = "" if fraction == "0" else fraction
    digits = (whole + fraction).lstrip("0")
    point = len(whole) + int(exponent or 0) - (len(whole + fraction) - len(digits))
    digits = digits.rstrip("0")
    return sign + _placed(digits, point)


def _placed(digits, point):
    """`digits` after "0.", times ten to the power of `point`."""
    if len(digits) <= point <= 21:
        return digits + "0" * (point - len(digits))
    if 0 < point <= 21:
        return f"{digits[:point]}.{digits[point:]}"
    if -6 < point <= 0:
        return f"0.{'0' * -point}{digits}"
    power = point - 1
    rest = f".{digits[1:]}" if len(digits) > 1 else ""
    return f"{digits[0]}{rest}e{'+' if power > 0 else '-'}{abs(power)}"
