"""What cannot be done is said, and is no fault of the site's."""

import pytest
from django.test import Client


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("address", ["/s/%00/", "/c/?q=%00"])
def test_what_the_database_has_no_place_for_is_a_request_not_understood(client: Client, address: str) -> None:
    assert client.get(address).status_code == 400
