"""Parts of a web page that open by a click: each is told under the label that opens it, whether it is open or not."""

from collections.abc import Iterator

from lxml.html import Element, HtmlElement

from knowledge.ingestion.extract import element_text

_HEADING = "self::h1 or self::h2 or self::h3 or self::h4 or self::h5 or self::h6"
_WITHIN_HEADING = f"ancestor-or-self::*[{_HEADING}]"
_HEADINGS_WITHIN = f"descendant::*[{_HEADING}]"
_LAST_HEADING = f"preceding::*[{_HEADING}][1]"
_IN_MENU = "ancestor-or-self::*[self::nav or self::header or self::footer or @role='navigation' or @role='menu']"
_LABELS = "//button | //*[@role='tab'] | //*[@aria-expanded] | //*[@data-toggle] | //*[@data-bs-toggle]"
_OPENS = ("aria-controls", "data-bs-target", "data-target", "href")
_WITHOUT_HEADINGS = frozenset(("ul", "ol", "dl", "table", "p"))
"""What holds no heading: it stands above."""
_MAX_LABEL = 200
"""letters"""
_MAX_LINKS = 0.6
"""of the letters of a panel: what says more in links is a menu"""


def name(root: HtmlElement) -> None:
    """Tabs, accordions and <details>: the label becomes a heading of what it opens, below the heading before it."""
    found = [(label, panel, _level(label)) for label, panel in _opened(root)]
    summaries = [(one, _level(one)) for one in root.iter("summary") if not one.xpath(_HEADINGS_WITHIN)]
    for label, panel, level in found:
        panel.attrib.pop("hidden", None)
        panel.attrib.pop("aria-hidden", None)
        if label.xpath(_WITHIN_HEADING):
            label.tag = "span"
            continue
        if not _is_named(panel, _said(label)):
            heading = Element(f"h{level}")
            heading.text = _said(label)
            if panel.tag in _WITHOUT_HEADINGS:
                panel.addprevious(heading)
            else:
                heading.tail, panel.text = panel.text, None
                panel.insert(0, heading)
        label.drop_tree()
    for summary, level in summaries:
        summary.tag = f"h{level}"


def _opened(root: HtmlElement) -> Iterator[tuple[HtmlElement, HtmlElement]]:
    """Each label with its panel, of several labels of a panel the first."""
    by_id = {one.get("id"): one for one in root.iter() if isinstance(one.tag, str) and one.get("id")}
    taken: set[HtmlElement] = set()
    for label in root.xpath(_LABELS):
        names = (label.get(attribute, "").lstrip("#") for attribute in _OPENS)
        panel = next((by_id[target] for target in names if target in by_id), None)
        if panel is None and label.get("aria-expanded"):
            panel = _next(label)
        if panel is None or panel in taken or not 0 < len(_said(label)) <= _MAX_LABEL:
            continue
        if label in panel.iter() or panel in label.iter():
            continue
        if not label.xpath(_IN_MENU) and not panel.xpath(_IN_MENU) and not _is_menu(panel):
            taken.add(panel)
            yield label, panel


def _next(label: HtmlElement) -> HtmlElement | None:
    """What follows a label that names no panel; one that fills a heading is followed by what follows that."""
    parent = label.getparent()
    while parent is not None and label.getnext() is None and _said(parent) == _said(label):
        label, parent = parent, parent.getparent()
    following: HtmlElement | None = label.getnext()
    return following


def _level(label: HtmlElement) -> int:
    before = label.xpath(_LAST_HEADING)
    return min(6, int(before[0].tag[1]) + 1) if before else 2


def _is_named(panel: HtmlElement, label: str) -> bool:
    """Whether it begins with a heading that says the same."""
    headings = panel.xpath(_HEADINGS_WITHIN)
    return bool(headings) and _said(headings[0]) == label


def _is_menu(panel: HtmlElement) -> bool:
    linked = sum(len(_said(link)) for link in panel.iter("a"))
    return linked > _MAX_LINKS * len(_said(panel))


def _said(element: HtmlElement) -> str:
    return element_text.one_line(element)
