"""Makes handout.html: one page that needs nothing else, for reading on any screen, printing, and screen readers."""
from __future__ import annotations

import html
import re

from markdown_it import MarkdownIt

from assignment.handout import drawn_in
from assignment.settings import Assignment
from assignment.svg import STYLE, as_svg

_CSS = """
:root { color-scheme: light dark; --ink: #111; --paper: #fff; --line: #666; --soft: #f1f3f5; --link: #0072B2; --cut: #D55E00 }
@media (prefers-color-scheme: dark) {
  :root { --ink: #eee; --paper: #1a1a1a; --line: #aaa; --soft: #2a2a2a; --link: #56B4E9; --cut: #E69F00 }
}
body { max-width: 54rem; margin: 0 auto; padding: 1rem; font: 1.05rem/1.55 Georgia, 'Times New Roman', serif; color: var(--ink);
  background: var(--paper) }
h1, h2, h3 { font-family: system-ui, sans-serif; line-height: 1.2; margin: 2em 0 .5em } h1 { margin-top: .5em }
a { color: var(--link) } a:focus-visible, summary:focus-visible { outline: 3px solid var(--link); outline-offset: 2px }
code, pre { font: .92em/1.4 ui-monospace, Menlo, Consolas, monospace; background: var(--soft) }
code { padding: .1em .25em; overflow-wrap: break-word }
pre { padding: .8em; overflow-x: auto; font-size: .75em } pre code { padding: 0; font-size: 1em }
.wide { overflow-x: auto; margin: 1em 0 } table { border-collapse: collapse; font-family: system-ui, sans-serif; font-size: .9rem }
th, td { border: 1px solid var(--line); padding: .3em .6em; text-align: left; vertical-align: top } th { background: var(--soft) }
figure { margin: 1em 0; overflow-x: auto } figure svg { max-width: 100%; height: auto } summary { min-height: 24px }
nav li { margin: .2em 0; min-height: 24px }
@media print {
  :root { color-scheme: light; --ink: #000; --paper: #fff; --soft: #fff; --link: #000 }
  body { max-width: none; padding: 0; font-size: 10.5pt } pre { white-space: pre-wrap }
  nav, details { display: none } h2 { break-after: avoid } figure, pre, tr, table { break-inside: avoid } figure svg { max-height: 9cm }
}
"""


def page(markdown: str, settings: Assignment) -> str:
    """Return the handout as one page of HTML.

    Args:
        markdown: the handout, as assignment.handout renders it.
        settings: the assignment's.
    """
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    body = parser.render(markdown.partition("-->\n")[2])
    body, contents = _with_anchors(_with_scrolling_parts(_with_figures(body, settings)))
    title = html.escape(f"{settings.title}: {settings.course}, {settings.term}")
    head = (f'<!doctype html>\n<!-- Made from handout.md by `make assignment`. -->\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
            f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
            f"<title>{title}</title>\n<style>{_CSS}{STYLE}</style>\n</head>\n")
    first, rest = body.split("</h1>", 1)
    return f"{head}<body>\n<main>\n{first}</h1>\n{contents}{rest}</main>\n</body>\n</html>\n"


def _with_figures(body: str, settings: Assignment) -> str:
    """Put a drawing in the place of each tree in text; the text stays, to be opened, copied and read aloud."""
    pictures = drawn_in(settings)

    def figure(match: re.Match[str]) -> str:
        text = html.unescape(match[1]).rstrip("\n")
        picture = pictures.get(text)
        if picture is None:
            return match[0]
        return (f"<figure>{as_svg(picture)}<details><summary>The same tree as text</summary><pre><code>{html.escape(text)}\n</code></pre>"
                "</details></figure>")

    return re.sub(r'<pre><code class="language-text">(.*?)</code></pre>', figure, body, flags=re.S)


def _with_scrolling_parts(body: str) -> str:
    """Let tables and lines of code that are wider than the screen scroll by themselves, by keyboard too."""
    body = body.replace("<pre>", '<pre tabindex="0">')
    body = body.replace("<th>", '<th scope="col">').replace("<th style", '<th scope="col" style')
    frame = '<div class="wide" tabindex="0" role="group" aria-label="table">'
    return body.replace("<table>", f"{frame}<table>").replace("</table>", "</table></div>")


def _with_anchors(body: str) -> tuple[str, str]:
    """Give every heading a name to link to; return the page and its table of contents."""
    found: list[tuple[str, str]] = []

    def anchor(match: re.Match[str]) -> str:
        plain = re.sub(r"<[^>]+>", "", match[1])
        name = re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")
        found.append((name, plain))
        return f'<h2 id="{name}">{match[1]}</h2>'

    body = re.sub(r"<h2>(.*?)</h2>", anchor, body)
    rows = "".join(f'<li><a href="#{name}">{plain}</a></li>' for name, plain in found)
    return body, f'<nav aria-label="Contents"><ul>{rows}</ul></nav>'
