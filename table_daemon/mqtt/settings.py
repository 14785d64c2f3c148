"""The `[mqtt]` table of the configuration."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from mahjong_rules.told import sentence

BrokerKind = Literal["embedded", "mosquitto", "external", "none"]


class MqttError(Exception):
    """A broker or client that cannot start; the text is one sentence for a person."""


class MqttSettings(BaseModel):
    """Which broker there is and how to reach it."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    broker: BrokerKind = Field(
        "embedded",
        description="embedded: our own on loopback; mosquitto: start the installed one on loopback; "
        "external: connect to host and port; none: no MQTT",
    )
    host: str = Field("127.0.0.1", description="the external broker's address; ours listen on loopback only")
    port: int = Field(1883, ge=0, le=65535, description="TCP port; 0 takes any free one for a broker of ours")
    table: str = Field("table1", pattern=r"^[A-Za-z0-9_-]{1,40}$", description="the table's name in every topic")
    username: str = Field("", description="for an external broker; empty: none")
    password_file: Annotated[Path | None, Field(strict=False)] = Field(
        None, description="file whose first line is the password; never write a password into the configuration"
    )
    tls: bool = Field(False, description="encrypt the connection to an external broker")
    ca_file: Annotated[Path | None, Field(strict=False)] = Field(
        None, description="certificates to trust instead of the system's"
    )
    keepalive_s: int = Field(15, ge=2, le=3600, description="a silent loss is noticed after 1.5 times this")
    max_queued_messages: int = Field(
        1000, ge=10, le=100_000, description="events kept while the broker is away; state is sent anew anyway"
    )
    home_assistant: bool = Field(True, description="announce the table to Home Assistant")

    @property
    def prefix(self) -> str:
        """What every topic of this table begins with, with the last slash."""
        return f"jantaku/v1/{self.table}/"

    def password(self) -> str | None:
        """The password, None without a file.

        Raises:
            MqttError: the file cannot be read or is empty.
        """
        if self.password_file is None:
            return None
        try:
            lines = self.password_file.read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            reason = error.strerror if isinstance(error, OSError) else "not a text file"
            raise MqttError(
                sentence(
                    "mqtt.password_file {path} is unreadable ({why}); it needs the password on line 1",
                    path=self.password_file,
                    why=reason,
                )
            ) from error
        if not lines or not lines[0]:
            raise MqttError(
                sentence(
                    "mqtt.password_file {path} is empty; write the password on its first line", path=self.password_file
                )
            )
        return lines[0]
