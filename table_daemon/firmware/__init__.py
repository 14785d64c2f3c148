"""The motor board's firmware as this program carries it, and how it gets onto a board through its own USB serial.

* `shipped`: the files that belong to this program, and their hash as the board says it in HELLO.
* `raw_repl`: MicroPython's raw REPL: files and programs through a prompt. `port`: the serial port of it.
* `flashing`: ask for the prompt, keep the old files, put the new ones, let them prove themselves, else go back.
* `board_greeting`: what a board says of its firmware, and LEAVE.
* `at_port`: all of it at a serial port, for the command and for the page. `desk`: for the page of a running table.
"""
