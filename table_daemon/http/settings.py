"""Settings of the page's server; knows no server, so that reading a configuration loads none."""

from __future__ import annotations

import ipaddress

from pydantic import BaseModel, ConfigDict, Field


class HttpSettings(BaseModel):
    """Where the page is served."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    host: str = Field("127.0.0.1", description="address to listen on; 0.0.0.0 lets tablets in")
    port: int = Field(8080, ge=0, le=65535, description="TCP port; 0 takes any free one")
    https_port: int = Field(
        8443, ge=0, le=65535, description="TCP port of HTTPS, served once `jantaku https` has made a certificate"
    )
    https_redirect: bool = Field(default=False, description="send browsers that open the page without HTTPS there")
    hostnames: list[str] = Field(
        default_factory=list, description="names this table is reached by, beside addresses and local names"
    )

    @property
    def is_public(self) -> bool:
        """Whether other computers reach the page, so that roles need PINs."""
        if self.host == "localhost":
            return False
        try:
            return not ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return True
