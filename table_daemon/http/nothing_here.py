"""The page for an address where there is nothing: one sentence in the browser's language, and the way to the table."""

from __future__ import annotations

from typing import Final

from aiohttp import web

_WORDS: Final = {
    "en": ("There is nothing at this address.", "To the table"),
    "fr": ("Il n’y a rien à cette adresse.", "Vers la table"),
    "ja": ("このアドレスには何もありません。", "卓へ"),
    "zh": ("此地址没有内容。", "前往牌桌"),
}
_PAGE: Final = """<!doctype html>
<html lang="{language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Jantaku</title>
<p>{sentence}</p>
<p><a href="/">{way}</a></p>
</html>
"""


def wants_page(request: web.Request) -> bool:
    """True for a browser that goes to an address; programs and our own page ask for no HTML."""
    return request.method in ("GET", "HEAD") and "text/html" in request.headers.get("Accept", "")


def nothing_here(request: web.Request) -> web.Response:
    """The answer 404 for people."""
    language = _language_of(request.headers.get("Accept-Language", ""))
    sentence, way = _WORDS[language]
    text = _PAGE.format(language=language, sentence=sentence, way=way)
    return web.Response(status=404, text=text, content_type="text/html", headers={"Cache-Control": "no-store"})


def _language_of(accepted: str) -> str:
    """The first that we know: browsers name the preferred one first."""
    wanted = (part.strip()[:2].lower() for part in accepted.split(","))
    return next((language for language in wanted if language in _WORDS), "en")
