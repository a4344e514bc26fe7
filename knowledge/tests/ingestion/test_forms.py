"""Pages that are nothing but a form to sign in or to search, and pages that only have one."""

import pytest

from knowledge.ingestion.extract import html
from knowledge.ingestion.extract.base import Limits

LIMITS = Limits(max_pages=10, seconds=10, memory_mb=500)
SIGN_IN = '<form method="post" action="/in">{}<button>Enter</button></form>'
FIELDS = '<label>User <input name="u"></label><label>Password <input type="password" name="p"></label>'
SEARCH = '<form action="/s"><label>Words <input type="search" name="q"></label><button>Search</button></form>'
TEXT = (
    "The library lends ten books to undergraduates for fifteen days, and thirty-five to doctoral students for thirty. "
    "Whoever returns a book late may not borrow another one for as many days as it was late. Loans are renewed at the "
    "desk, by telephone or on this page."
)


def is_form(body: str) -> bool:
    links = html.extract(f"<html><body>{body}</body></html>".encode(), LIMITS).links
    assert links
    return links.is_form


@pytest.mark.parametrize(
    "body",
    [
        f"<main><h1>Sign in</h1>{SIGN_IN.format(FIELDS)}<a href='/lost'>Forgot your password?</a></main>",
        f"<h2>Campus</h2><p>With your university account. Help: 981 000 000</p>{SIGN_IN.format(FIELDS)}",
        SIGN_IN.format(
            "<table><tr><td>user:</td><td><input></td></tr><tr><td>password:</td><td><input type=password></td></tr>"
            "<tr><td colspan=2><input type=checkbox> keep me signed in for a week</td></tr></table>"
        ),
        f"<main><h1>Search</h1>{SEARCH}</main>",
        f"<main><h1>Search</h1><div role='search'>{SEARCH}</div><a href='/more'>More options</a></main>",
    ],
)
def test_nothing_but_a_form(body: str) -> None:
    assert is_form(body)


@pytest.mark.parametrize(
    "body",
    [
        f"<main><h1>Loans</h1><p>{TEXT}</p>{SIGN_IN.format(FIELDS)}</main>",
        # Its frame has a form, and so has every page of the website.
        f"<header>{SIGN_IN.format(FIELDS)}</header><nav>{SEARCH}</nav><main><h1>Desk</h1><p>Open at nine.</p></main>",
        f"<main><h1>Desk</h1><p>Open at nine.</p></main><aside>{SIGN_IN.format(FIELDS)}</aside>",
        # Around the whole page, as some systems write it.
        f"<form method='post'><input type='search'><h1>Loans</h1><p>{TEXT}</p></form>",
        f"<main><h1>Catalogue</h1>{SEARCH}<p>{TEXT[:112]}</p></main>",
        "<main><h1>Registration</h1><form><label>Name <input></label><label>Course <input></label></form></main>",
    ],
)
def test_a_form_among_other_things(body: str) -> None:
    assert not is_form(body)
