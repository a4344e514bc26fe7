from ipaddress import ip_address

import pytest

from knowledge.crawling import addresses, network, sitemaps
from knowledge.crawling.keywords import Keywords, list_names
from knowledge.crawling.scope import scope_of
from knowledge.models import WebSource


@pytest.mark.parametrize(
    ("written", "normal"),
    [
        ("HTTPS://Example.EDU:443", "https://example.edu/"),
        ("http://example.edu:8080/a b/%7euser/%c3%b1#top", "http://example.edu:8080/a%20b/~user/%C3%B1"),
        ("//example.edu/ñ?b=1&a=2", "https://example.edu/%C3%B1?b=1&a=2"),
        ("../x/./y?utm_source=z&q=1&PHPSESSID=abc", "https://base.test/x/y?q=1"),
        ("/a;jsessionid=12?", "https://base.test/a"),
        ("?page=2", "https://base.test/dir/page?page=2"),
        ("https://universidade.gal./á", "https://universidade.gal/%C3%A1"),
        ("https://españa.test/", "https://xn--espaa-rta.test/"),
        ("https://[::1]:8000/", "https://[::1]:8000/"),
    ],
)
def test_an_address_has_one_form(written: str, normal: str) -> None:
    assert addresses.normal(written, "https://base.test/dir/page") == normal
    assert addresses.normal(normal) == normal


@pytest.mark.parametrize(
    "written",
    [
        "mailto:a@b.c", "javascript:void(0)", "ftp://example.edu/x", "https://user:secret@example.edu/", "http://",
        "https://example.edu:port/", f"/{'x' * 1001}", "/a/b/a/b/a/b/a/b", "http://[::1", "data:text/html,x", "tel:981",
    ],
)  # fmt: skip
def test_what_is_no_address_of_a_page_is_none(written: str) -> None:
    assert addresses.normal(written, "https://base.test/") == ""


def test_addresses_of_one_shape_differ_in_numbers_and_values_alone() -> None:
    calendar = {addresses.shape(f"https://a.test/cal/2026/{day}?view={day}&d=1") for day in (1, 12, 30)}
    assert len(calendar) == 1
    assert addresses.shape("https://a.test/cal/2026/1?view=1") not in calendar


def test_names_of_files_and_documents_are_made_of_addresses() -> None:
    assert (
        addresses.file_name("https://a.test/docs/Normativa%20pr%C3%A9stamo.php?id=1", ".pdf")
        == "Normativa préstamo.pdf"
    )
    assert addresses.file_name("https://a.test/", ".html") == "a.test.html"
    long = f"https://a.test/{'x' * 400}"
    assert len(addresses.external_id(long)) == 300
    assert addresses.external_id(long) != addresses.external_id(f"{long}y")


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1",
        "255.255.255.255", "192.0.2.1", "198.18.0.1", "::1", "::", "fe80::1", "fc00::1", "ff02::1", "2001:db8::1",
        "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "64:ff9b::10.0.0.1", "2002:7f00:1::", "240.0.0.1",
        "2002:c0a8:101::1",
    ],
)  # fmt: skip
def test_addresses_that_are_not_of_the_public_network_are_told(address: str) -> None:
    assert not network.is_public(ip_address(address))


@pytest.mark.parametrize("address", ["93.184.216.34", "2606:4700::1111", "64:ff9b::808:808", "::ffff:8.8.8.8"])
def test_addresses_of_the_public_network_are_told(address: str) -> None:
    assert network.is_public(ip_address(address))


def test_hosts_and_paths_make_a_website() -> None:
    source = WebSource(
        seeds="https://www.uni.test/library/\nnot an address", allowed_hosts="*.uni.test\nother.test:8080",
        allowed_paths="/library/\n/*/rules/", excluded_paths="/library/news\n*?print=",
    )  # fmt: skip
    scope = scope_of(source)
    assert scope.seeds == ("https://www.uni.test/library/",)
    inside = ("https://www.uni.test/library/a", "http://b.uni.test/es/rules/x", "http://other.test:8080/library/")
    assert all(map(scope.holds, inside))
    outside = (
        "https://uni.test/library/a", "https://eviluni.test/library/", "https://www.uni.test/", "http://other.test/library/",
        "https://www.uni.test/library/news/1", "https://www.uni.test/library/a?print=1", "https://www.uni.test.evil.test/library/",
    )  # fmt: skip
    assert not any(map(scope.holds, outside))
    assert scope.may_visit("https://www.uni.test/", 0)


def test_keywords_are_whole_words_whatever_their_accents() -> None:
    keywords = Keywords(["préstamo", "biblioteca dixital"])
    assert keywords.allow("/es/PRESTAMO-interbibliotecario.html")
    assert keywords.allow("", "A Biblioteca  Dixital da universidade")
    assert not keywords.allow("prestamos", "biblioteca")
    assert Keywords([]).allow("")
    assert list_names() == ["university"]


def test_sitemaps_of_text_and_broken_ones_are_read_as_far_as_they_go() -> None:
    assert [entry.url for entry in sitemaps.read(b"https://a.test/1\nhttps://a.test/2\nrubbish")] == [
        "https://a.test/1",
        "https://a.test/2",
    ]
    broken = b"<urlset><url><loc>https://a.test/1</loc><lastmod>soon</lastmod></url><url><loc>https"
    assert sitemaps.read(broken) == [sitemaps.Entry("https://a.test/1", None)]
    bomb = b'<!DOCTYPE x [<!ENTITY a "aaaa">]><urlset><url><loc>&a;</loc></url></urlset>'
    with pytest.raises(sitemaps.NotASitemap):
        sitemaps.read(bomb)
    with pytest.raises(sitemaps.NotASitemap):
        sitemaps.read(b"<html><p>no</html>")
