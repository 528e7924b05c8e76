"""An answer: a dict that a notebook shows as a table."""

import html
from typing import Any, Dict

_COLORS = {"safe": "#1a7f37", "low": "#1a7f37", "medium": "#9a6700", "high": "#cf222e", "critical": "#cf222e"}
_WORTH_SHOWING = ("explanation", "warnings", "riskFactors", "factors")
_MAX_ROWS = 30
_MAX_TEXT = 300


class Answer(Dict[str, Any]):
    """`data` of an answer: a plain dict. Names and texts in it come from chains and pages: they are escaped when shown."""

    def _repr_html_(self) -> str:
        rows = "".join(_row(name, value) for name, value in list(self.items())[:_MAX_ROWS])
        rest = len(self) - _MAX_ROWS
        more = f"<p>… and {rest} more members</p>" if rest > 0 else ""
        return f"{_heading(self)}<table>{rows}</table>{more}"


def _heading(data: Dict[str, Any]) -> str:
    level = data.get("riskLevel")
    if not isinstance(level, str):
        return ""
    color = _COLORS.get(level, "#57606a")
    word = data.get("recommendation", level)
    parts = [f'<p><strong style="color:{color}">{_text(word)}</strong> {_text(level)}, score {_text(data.get("riskScore"))}/100']
    if data.get("complete") is False:
        parts.append(", incomplete")
    explanation = data.get("explanation")
    if isinstance(explanation, dict):
        parts.append(f"<br>{_text(explanation.get('summary', ''))}")
    return "".join(parts) + "</p>"


def _row(name: str, value: Any) -> str:
    if isinstance(value, list) and name in _WORTH_SHOWING:
        shown = "".join(f"<li>{_finding(one)}</li>" for one in value)
        return f"<tr><th>{_text(name)}</th><td><ul>{shown}</ul></td></tr>"
    return f"<tr><th>{_text(name)}</th><td>{_text(value)}</td></tr>"


def _finding(value: Any) -> str:
    if not isinstance(value, dict):
        return _text(value)
    return f"{_text(value.get('severity', ''))} <strong>{_text(value.get('title', ''))}</strong> {_text(value.get('description', ''))}"


def _text(value: Any) -> str:
    """Escaped; characters that are not seen or turn the direction of text are shown as escapes."""
    text = value if isinstance(value, str) else repr(value)
    visible = "".join(one if one.isprintable() else f"\\u{{{ord(one):x}}}" for one in text)
    cut = visible if len(visible) <= _MAX_TEXT else f"{visible[:_MAX_TEXT]}… ({len(visible)} characters)"
    return html.escape(cut, quote=True)
