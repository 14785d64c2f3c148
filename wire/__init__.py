"""What goes over the wire, as plain types; JSON Schemas and AsyncAPI are generated from here (docs/mqtt.md).

Rules this package keeps: no picture, no server, no broker, no disk, no clock; both the daemon and the page's view may
know it, and it knows neither.

* `messages`: announcements, commands and answers as the daemon's rooms hand them to each other.
* What is said: `documents`, `board_documents`, `result_documents`, `audit_documents`, `exchange_document`,
  `eyes_documents`, `stick_documents`, `table_data`, `machine_status`, `calibration`.
* What is asked of the games that were played and of people: `library_documents`, `people_documents`; of what is
  played by: `house_rules_documents`; of the first start: `set_up_documents`; of
  updates: `update_documents`, with `update_words`; `firmware_documents`.
* `words`: sentences for screens in another language.
* `event_data`, `mjai_messages`, `plain_types`: events, made from the dataclasses of `mahjong_rules`.
* `wall_time`: the time that an envelope carries. `envelopes`, `topics`, `schemas`, `asyncapi`: what is around the
  data, every topic, and what is generated from them.
* `commands`: what people and programs may ask for.
"""
