"""The table's own authority: checked by real TLS clients, against the real server."""

from __future__ import annotations

import json
import ssl
import stat
import subprocess
from datetime import UTC, datetime, timedelta

import pytest
from aiohttp import ClientConnectorCertificateError, ClientSession, TCPConnector
from fake_service import FakeService

from table_daemon.access.certificates import CERTIFICATE_LASTS, RENEWED_BEFORE, Pair, new_authority, new_certificate
from table_daemon.access.tls_folder import TlsError, TlsFolder
from table_daemon.cli.main import main
from table_daemon.http.server import HttpError, HttpServer
from table_daemon.http.settings import HttpSettings
from table_daemon.http.tls import Encryption

NOW = datetime.now(UTC)
YEARS_AHEAD = NOW + timedelta(days=15 * 365)
NAMES = ("jantaku.local", "jantaku", "localhost", "127.0.0.1", "::1")


def confirmed() -> bool:
    return True


def unconfirmed() -> bool:
    return False


@pytest.fixture
def folder(tmp_path):
    made = TlsFolder(tmp_path / "tls", confirmed)
    made.make("jantaku", NAMES, NOW)
    return made


@pytest.fixture
async def server(folder):
    service = FakeService()
    service.show(None)
    started = HttpServer(service, HttpSettings(port=0, https_port=0), tls=folder)
    await started.start()
    yield started
    await started.stop()


def trusting(folder: TlsFolder) -> TCPConnector:
    return TCPConnector(ssl=ssl.create_default_context(cadata=folder.authority_pem()))


async def test_who_trusts_the_authority_gets_the_page_encrypted(server, folder):
    async with ClientSession(connector=trusting(folder)) as session:
        for host in ("127.0.0.1", "localhost"):
            async with session.get(f"https://{host}:{server.https_port}/api/session") as response:
                assert response.status == 200
                assert (await response.json())["https_port"] == server.https_port


async def test_who_does_not_trust_it_is_warned(server):
    async with ClientSession() as session:
        with pytest.raises(ClientConnectorCertificateError):
            await session.get(server.https_url)


async def test_the_certificate_to_trust_is_had_without_encryption(server, folder):
    async with ClientSession() as session, session.get(f"{server.url}ca.crt") as response:
        assert response.content_type == "application/x-x509-ca-cert"
        assert await response.text() == folder.authority_pem()
        assert "PRIVATE" not in await response.text()


async def test_a_table_without_a_certificate_says_so():
    service = FakeService()
    service.show(None)
    server = HttpServer(service, HttpSettings(port=0))
    await server.start()
    try:
        assert (server.https_port, server.https_url) == (None, "")
        async with ClientSession() as session, session.get(f"{server.url}ca.crt") as response:
            assert response.status == 404
            assert "`jantaku https` makes one" in await response.text()
    finally:
        await server.stop()


async def test_browsers_are_sent_to_the_encrypted_page_only_where_that_is_wished(folder):
    service = FakeService()
    service.show(None)
    server = HttpServer(service, HttpSettings(port=0, https_port=0, https_redirect=True), tls=folder)
    await server.start()
    try:
        async with ClientSession(connector=trusting(folder)) as session:
            host = {"Host": f"jantaku.local:{server.port}"}
            plain = f"{server.url}?view=seat&seat=2"
            async with session.get(plain, headers=host, allow_redirects=False) as response:
                assert response.status == 307
                there = f"https://jantaku.local:{server.https_port}/?view=seat&seat=2"
                assert response.headers["Location"] == there
            async with session.get(plain, allow_redirects=False) as response:
                assert response.status == 200  # a screen at the table's own computer trusts nothing
            async with session.get(f"{server.url}api/documents", headers=host, allow_redirects=False) as response:
                assert response.status == 200
            async with session.get(f"https://localhost:{server.https_port}/") as response:
                assert response.status == 200
    finally:
        await server.stop()


def verified(tmp_path, authority: Pair, pair: Pair, name: str) -> bool:
    """What OpenSSL says, which enforces the authority's limits as browsers do."""
    (tmp_path / "a.pem").write_text(authority.certificate_pem)
    (tmp_path / "c.pem").write_text(pair.certificate_pem)
    kind = "-verify_ip" if name[0].isdigit() else "-verify_hostname"
    command = ["openssl", "verify", "-x509_strict", "-purpose", "sslserver", "-CAfile", str(tmp_path / "a.pem")]
    done = subprocess.run([*command, kind, name, str(tmp_path / "c.pem")], capture_output=True, check=False)
    return done.returncode == 0


def test_the_authority_vouches_for_home_names_and_for_nobody_in_the_internet(tmp_path):
    authority = new_authority("jantaku", ["table.club.example"], NOW)
    for name in ("jantaku.local", "192.168.1.20", "table.club.example"):
        assert verified(tmp_path, authority, new_certificate(authority, [name], NOW), name)
    for name in ("bank.example", "198.51.100.1"):
        assert not verified(tmp_path, authority, new_certificate(authority, [name], NOW), name)


def test_keys_are_the_daemons_users_alone(folder):
    for path in folder.authority_path.parent.iterdir():
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.authority_path.parent.stat().st_mode) == 0o700


def test_a_name_that_the_authority_may_not_vouch_for_is_refused_and_changes_nothing(folder):
    before = folder.report(NOW)
    with pytest.raises(TlsError, match=r"not made for table\.club\.example: add --new-authority"):
        folder.make("jantaku", [*NAMES, "table.club.example"], NOW)
    assert folder.report(NOW) == before
    folder.make("jantaku", [*NAMES, "table.club.example"], NOW, anew=True)
    assert folder.report(NOW).fingerprint != before.fingerprint


def test_a_certificate_is_renewed_in_time_by_the_daemon_and_devices_notice_nothing(folder, caplog):
    moment = NOW
    encryption = Encryption(folder, lambda: moment)
    first = folder.report(moment)
    moment = NOW + CERTIFICATE_LASTS - RENEWED_BEFORE - timedelta(minutes=1)
    encryption.update()
    assert folder.report(moment).until == first.until
    moment += timedelta(minutes=2)
    encryption.update()
    renewed = folder.report(moment)
    assert renewed.until > first.until
    assert (renewed.names, renewed.fingerprint) == (first.names, first.fingerprint)
    assert f"the page's certificate, which ends on {first.until.date()}, was renewed" in caplog.text


def test_a_certificate_that_cannot_be_renewed_is_warned_of_and_stays_in_use(folder, caplog):
    (folder.authority_path.parent / "ca.key").write_text("damaged")
    Encryption(folder, lambda: NOW + CERTIFICATE_LASTS - timedelta(days=3))
    assert "was not renewed: the certificates in" in caplog.text


async def test_an_authority_made_while_the_clock_was_years_ahead_is_made_anew_once_it_is_right(tmp_path, caplog):
    folder = TlsFolder(tmp_path / "tls", lambda: moment == NOW)
    folder.make("jantaku", NAMES, YEARS_AHEAD)
    moment, service = YEARS_AHEAD, FakeService()
    service.show(None)
    server = HttpServer(service, HttpSettings(port=0, https_port=0), tls=folder, now=lambda: moment)
    await server.start()
    try:
        moment = NOW
        assert server._encryption is not None
        server._encryption.update()
        async with ClientSession(connector=trusting(folder)) as session:
            assert (await session.get(f"{server.https_url}healthz")).status == 200
    finally:
        await server.stop()
    assert "every device has to install it again from /ca.crt" in caplog.text
    assert folder.report(NOW).names == NAMES


def test_a_clock_that_nobody_has_set_costs_no_device_its_trust(folder, caplog):
    before = folder.authority_pem()
    moment = NOW - timedelta(days=30)
    encryption = Encryption(TlsFolder(folder.authority_path.parent, unconfirmed), lambda: moment)
    encryption.update()
    assert "which nobody has confirmed" in caplog.text
    assert len(caplog.records) == 1, "a look comes every minute"
    moment = NOW
    encryption.update()
    assert folder.authority_pem() == before


@pytest.mark.parametrize("years", [-40, -20, 15])
def test_an_evening_with_a_wrong_clock_leaves_the_authority_and_a_certificate_that_is_good_after_it(folder, years):
    before = folder.report(NOW)
    moment = NOW + timedelta(days=years * 365)
    encryption = Encryption(folder, lambda: moment)
    moment = NOW
    encryption.update()
    after = folder.report(NOW)
    assert after.fingerprint == before.fingerprint
    assert not after.is_due


def test_an_authority_of_a_year_that_cannot_be_is_made_anew(tmp_path):
    moment = datetime(2006, 11, 22, tzinfo=UTC)
    old = new_authority("jantaku", NAMES, moment)
    page = new_certificate(old, NAMES, NOW)
    parts = {"ca.crt": old.certificate_pem, "ca.key": old.key_pem}
    parts |= {"server.crt": page.certificate_pem, "server.key": page.key_pem}
    for name, text in parts.items():
        (tmp_path / name).write_text(text)
    folder = TlsFolder(tmp_path, confirmed)
    Encryption(folder, lambda: NOW)
    assert folder.authority_pem() != old.certificate_pem
    assert not folder.report(NOW).authority_is_wrong


def test_no_certificate_is_made_by_a_clock_that_cannot_be_right(tmp_path):
    folder = TlsFolder(tmp_path / "tls")
    with pytest.raises(TlsError, match="the clock says 2006-11-22, which cannot be: set it"):
        folder.make("jantaku", NAMES, datetime(2006, 11, 22, tzinfo=UTC))
    assert not folder.is_made


def test_the_command_names_an_authority_of_a_wrong_clock_and_what_to_do(tmp_path):
    folder = TlsFolder(tmp_path / "tls")
    folder.make("jantaku", NAMES, YEARS_AHEAD)
    with pytest.raises(TlsError, match="if the clock is right now, add --new-authority"):
        folder.make("jantaku", NAMES, NOW)
    folder.make("jantaku", NAMES, NOW, anew=True)
    assert not folder.report(NOW).authority_is_wrong


async def test_a_certificate_made_by_the_command_is_used_without_a_restart(folder, server):
    folder.make("jantaku", ["localhost"], NOW)
    assert server._encryption is not None
    server._encryption.update()
    async with ClientSession(connector=trusting(folder)) as session:
        assert (await session.get(f"https://localhost:{server.https_port}/healthz")).status == 200
        with pytest.raises(ClientConnectorCertificateError):
            await session.get(f"https://127.0.0.1:{server.https_port}/healthz")


async def test_a_damaged_certificate_and_a_taken_port_are_told_in_a_sentence(folder, server):
    service = FakeService()
    taken = HttpSettings(port=0, https_port=server.https_port)
    with pytest.raises(HttpError, match=r"choose another with http\.https_port"):
        await HttpServer(service, taken, tls=folder).start()
    (folder.authority_path.parent / "server.key").write_text("damaged")
    with pytest.raises(TlsError, match="make them anew"):
        await HttpServer(service, HttpSettings(port=0, https_port=0), tls=folder).start()


async def test_the_cookie_of_https_travels_encrypted_only(folder, tmp_path):
    from table_daemon.access.gatekeeper import Gatekeeper

    desk = Gatekeeper(tmp_path / "access", is_public=True, now=lambda: datetime.now(UTC), clock=lambda: 0.0)
    service = FakeService()
    service.show(None)
    server = HttpServer(service, HttpSettings(port=0, https_port=0), access=desk, tls=folder)
    await server.start()
    try:
        async with ClientSession(connector=trusting(folder)) as session:
            body = {"pin": next(iter(desk.made_pins.values()))}
            async with session.post(f"https://localhost:{server.https_port}/api/login", json=body) as response:
                cookie = response.headers["Set-Cookie"]
        assert cookie.startswith(f"__Host-jantaku-{server.https_port}=")
        assert all(word in cookie for word in ("Secure", "HttpOnly", "SameSite=Strict", "Path=/"))
        assert "Domain" not in cookie
    finally:
        await server.stop()


@pytest.fixture
def jantaku(tmp_path, capsys):
    def run(*arguments: str) -> tuple[int, str, str]:
        status = main(["https", *arguments, "--set", f'table.state_dir="{tmp_path}"'])
        said = capsys.readouterr()
        return status, said.out, said.err

    return run


def test_the_command_makes_shows_and_renews_and_says_how_to_trust(jantaku):
    status, out, _ = jantaku("--name", "Table.Local", "--name", "192.168.7.20")
    assert status == 0
    for words in ("iPhone", "Android", "Windows", "macOS", "Linux", "/ca.crt", "Restart the daemon once"):
        assert words in out
    first = json.loads(jantaku("--show", "--json")[1])
    assert {"table.local", "192.168.7.20", "localhost", "127.0.0.1"} <= set(first["names"])
    assert first["fingerprint"] in out
    _, out, _ = jantaku("--renew")
    assert "Restart" not in out
    renewed = json.loads(jantaku("--show", "--json")[1])
    assert (renewed["names"], renewed["fingerprint"]) == (first["names"], first["fingerprint"])


def test_the_command_says_what_is_wrong_in_a_sentence(jantaku):
    assert jantaku("--show")[0] == 2
    status, _, err = jantaku("--name", "not a name")
    assert status == 2
    assert "'not a name' is no host name and no address" in err
    assert jantaku("--renew")[2].startswith("jantaku: there is no certificate")
