"""Where a table says that its page is, for a hall on another computer."""

from __future__ import annotations

from table_daemon.http.home_addresses import home_addresses
from table_daemon.http.page_address import page_address
from table_daemon.http.settings import HttpSettings


def test_a_page_for_this_computer_alone_says_so() -> None:
    assert page_address(HttpSettings(port=8080)) == "http://127.0.0.1:8080/"


def test_a_page_for_the_network_has_the_name_that_was_given_to_it_or_the_computers_address() -> None:
    named = HttpSettings(host="0.0.0.0", port=8080, hostnames=["table1.example.org"])
    assert page_address(named) == "http://table1.example.org:8080/"
    own = next(iter(home_addresses()), "127.0.0.1")
    assert page_address(HttpSettings(host="0.0.0.0", port=8080)) in (f"http://{own}:8080/", f"http://[{own}]:8080/")


def test_a_port_that_is_chosen_at_each_start_is_nowhere_said() -> None:
    assert page_address(HttpSettings(port=0)) == ""
