"""Which machine a name may lead to: checked once, and then connected to by its address.

A name that answers with a harmless address when it is checked and with another one when it is connected to (DNS
rebinding) gains nothing: it is asked once for each request.
"""

from __future__ import annotations

import asyncio
import socket
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

Address = IPv4Address | IPv6Address

# NAT64 and 6to4: IPv6 addresses that lead to the IPv4 address in them.
_NAT64 = ip_network("64:ff9b::/96")


class NameUnknown(Exception):
    pass


class AddressRefused(Exception):
    """The name leads into a private network, or to this machine."""


async def resolve(host: str, port: int, allow_private: bool) -> list[str]:
    """Addresses to connect to, the best first. If one of a name's addresses is private, none of them is used."""
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise NameUnknown(host) from error
    addresses = [str(entry[4][0]) for entry in found]
    if not addresses:
        raise NameUnknown(host)
    if not allow_private and not all(is_public(ip_address(address.partition("%")[0])) for address in addresses):
        raise AddressRefused(host)
    return list(dict.fromkeys(addresses))


def is_public(address: Address) -> bool:
    if isinstance(address, IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour or (address.teredo or (None, None))[1]
        if inner is None and address in _NAT64:
            inner = IPv4Address(int(address) & 0xFFFFFFFF)
        if inner is not None:
            return is_public(inner)
    special = address.is_multicast or address.is_reserved or address.is_unspecified or address.is_loopback
    return address.is_global and not special
