"""`python -m bench.attack.sign_in`: a thousand wrong passwords from one address, and a thousand from many.

After each the owner signs in, on a device he has used before and on a new one from an address of his own. The addresses
are those that a proxy on this machine tells of (X-Forwarded-For); how many guesses had their password looked at is told
by their status (200 was looked at, 429 was not).
"""

from __future__ import annotations

import time
from collections import Counter

import httpx

from bench.attack.site import arguments, manage, running

OWNER, PASSWORD = "bench-owner", "a long password of the bench"
MAKE = f"""
from django.contrib.auth.models import User
user, _made = User.objects.get_or_create(username={OWNER!r})
user.set_password({PASSWORD!r})
user.save()
from koalarag.models import RateCounter
RateCounter.objects.all().delete()
"""
REMOVE = f"from django.contrib.auth.models import User; User.objects.filter(username={OWNER!r}).delete()"


def client(address: str) -> httpx.Client:
    return httpx.Client(headers={"X-Forwarded-For": address}, timeout=60)


def sign_in(url: str, browser: httpx.Client, password: str) -> int:
    page = browser.get(f"{url}sign-in/")
    token = page.text.split('name="csrfmiddlewaretoken" value="')[1].split('"')[0]
    sent = {"username": OWNER, "password": password, "csrfmiddlewaretoken": token}
    return browser.post(f"{url}sign-in/", data=sent).status_code


def guess(url: str, number: int, addresses: int) -> None:
    statuses, begun = Counter[int](), time.monotonic()
    for start in range(addresses):
        with client(f"203.0.{start // 250}.{start % 250 + 1}") as browser:
            for which in range(number // addresses):
                statuses[sign_in(url, browser, f"guess {start} {which}")] += 1
    told = ", ".join(f"{count} × {status}" for status, count in sorted(statuses.items()))
    print(f"{number} guesses from {addresses}: {told}; {time.monotonic() - begun:.0f} s")


def main() -> None:
    parser = arguments(__doc__, 0)
    parser.add_argument("--guesses", type=int, default=1000)
    parser.add_argument("--addresses", type=int, nargs="+", default=[1, 200])
    options = parser.parse_args()
    with running(options) as site:
        manage(options, MAKE)
        known, fresh = client("198.51.100.1"), iter(range(2, 250))
        print("the owner on a new device, before:", sign_in(site.url, known, PASSWORD))
        for addresses in options.addresses:
            guess(site.url, options.guesses, addresses)
            known.cookies.delete("sessionid")
            begun = time.monotonic()
            print("  the owner on his device:", sign_in(site.url, known, PASSWORD))
            with client(f"198.51.100.{next(fresh)}") as browser:
                print("  the owner on a new device:", sign_in(site.url, browser, PASSWORD))
            print(f"  both within {time.monotonic() - begun:.1f} s")
        manage(options, REMOVE)


if __name__ == "__main__":
    main()
