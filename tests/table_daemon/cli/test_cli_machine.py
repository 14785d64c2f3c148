"""`jantaku machine`: the real command in a process of its own, at a bare simulated board and at a daemon."""

import asyncio
import json
import sys


class Ended:
    """What a command left: its exit status and what it wrote."""

    def __init__(self, status: int, out: bytes, err: bytes) -> None:
        self.status, self.out, self.err = status, out.decode(), err.decode()

    @property
    def document(self):
        return json.loads(self.out)


async def start(*arguments: object) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "table_daemon.cli", "machine", *map(str, arguments)),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )


async def ended(process: asyncio.subprocess.Process) -> Ended:
    out, err = await asyncio.wait_for(process.communicate(), 60)
    assert process.returncode is not None
    return Ended(process.returncode, out, err)


async def jantaku(*arguments: object) -> Ended:
    return await ended(await start(*arguments))


# Words ------------------------------------------------------------------------------------------


# A bare board -----------------------------------------------------------------------------------


# A daemon ---------------------------------------------------------------------------------------


async def test_where_no_daemon_listens_one_sentence_says_so(unused_tcp_port):
    done = await jantaku("status", "--url", f"http://127.0.0.1:{unused_tcp_port}/")
    assert done.status == 2
    assert done.err.startswith(
        f"jantaku: no daemon answers at http://127.0.0.1:{unused_tcp_port}/ (Connection refused)"
    )
    assert len(done.err.splitlines()) == 1


async def test_the_address_comes_from_the_configuration_unless_it_is_given(tmp_path, unused_tcp_port):
    file = tmp_path / "table.toml"
    file.write_text(f'[http]\nhost = "0.0.0.0"\nport = {unused_tcp_port}\n')
    done = await jantaku("status", "--config", file)
    assert f"http://127.0.0.1:{unused_tcp_port}/" in done.err
    any_port = await jantaku("status", "--config", file, "--set", "http.port=0")
    assert "--url" in any_port.err
    assert (done.status, any_port.status) == (2, 2)
