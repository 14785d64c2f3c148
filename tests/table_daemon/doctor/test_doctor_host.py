"""The probe of a real computer answers truly."""

from __future__ import annotations

import os
import socket

from table_daemon.access.passcode_file import PasscodeFile
from table_daemon.access.tls_folder import TlsFolder
from table_daemon.doctor.host import HostProbe
from table_daemon.doctor.probe import CertificateLook, PinsLook
from table_daemon.settings import load_settings
from wire.commands.roles import Role


def test_the_probe_reads_the_real_files_of_a_table_and_sees_whom_they_are_open_to(tmp_path):
    probe, access, tls = HostProbe(), tmp_path / "access", tmp_path / "tls"
    assert (probe.pins(str(access)), probe.certificate(str(tls))) == (PinsLook(), CertificateLook())
    assert not probe.readable_by_others(str(access))
    PasscodeFile(access).set_pin(Role.TABLE, "4711")
    TlsFolder(tls).make("table1", ["jantaku.local"], probe.now())
    assert set(probe.pins(str(access)).roles) == {"table", "admin"}
    look = probe.certificate(str(tls))
    assert (look.names, look.is_due, look.problem) == (("jantaku.local",), False, "")
    assert not probe.readable_by_others(str(access))
    access.chmod(0o755)
    (access / "pins.json").chmod(0o644)
    assert probe.readable_by_others(str(access))
    (access / "pins.json").write_text("{", encoding="utf-8")
    (tls / "server.crt").write_text("no certificate", encoding="utf-8")
    assert "damaged" in probe.pins(str(access)).problem
    assert "cannot be used" in probe.certificate(str(tls)).problem


def test_the_probe_of_this_computer_answers_every_question_truly(tmp_path):
    probe = HostProbe()
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert "in use" in probe.listen_problem("127.0.0.1", port)
        assert probe.connect_problem("127.0.0.1", port) == ""
    assert probe.listen_problem("127.0.0.1", port) == ""
    assert "refused" in probe.connect_problem("127.0.0.1", port)
    assert not probe.is_our_daemon("127.0.0.1", port)
    assert probe.write_problem(str(tmp_path / "not" / "yet")) == ""
    assert not (tmp_path / "not").exists()
    assert probe.free_mib(str(tmp_path / "not" / "yet")) is not None
    assert probe.is_device(os.devnull)
    assert probe.may_use(os.devnull)
    assert not probe.is_device(str(tmp_path))
    assert (probe.exists(str(tmp_path)), probe.listing(str(tmp_path / "none"))) == (True, ())
    assert probe.import_problem("json") == ""
    assert "no_such_module" in probe.import_problem("no_such_module")
    assert probe.distribution("pydantic") is not None
    assert probe.distribution("no-such-package") is None
    assert probe.output_of("echo", "a") == "a\n"
    assert probe.output_of("false") is None
    assert probe.output_of("no-such-program") is None
    assert probe.read(str(tmp_path)) is None
    assert any(name.startswith("py") for name in probe.processes())


def test_a_camera_that_is_not_there_is_tried_within_its_patience(tmp_path):
    settings = load_settings(None, [f"camera.address={tmp_path / 'none.avi'}", "camera.answer_within_s=0.2"])
    trial = HostProbe().try_camera(settings.camera)
    assert "gave no picture within 0.2 s" in trial.problem
