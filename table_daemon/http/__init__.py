"""HTTP: the page, its documents, commands and pictures (docs/mqtt.md).

* `server`: listens. `routes`: which address leads where; `command_route`: commands, `sender_limits`: how fast.
  `settings`: where it listens. `page_address`: where to open it.
* `guard`: what is refused to other sites; `nothing_here`: the page of a wrong address. `access`: logging in, and the
  role of each request. `tls`: HTTPS.
* `set_up_route`: back into the set-up; `under_way`: what neither it nor a restore may cut short.
* `stream`: documents as they change. `static`: the page's own files.
* `screens`: the page's address for other devices, as a `qr_code` too; `home_addresses`: of this computer.
* `games`: the games that were played; `people`: who played them; `house_rules`: what by.
* `upkeep` holds together what an owner does: `backups` (the whole table in one file, and back), `updates`,
  `firmware` (of the motor board).
* `snapshot`, `camera_stream`, `calibration`: pictures of the camera.
"""
