"""Commands with something wrong in each, the error that the documents promise, and a word of its sentence."""

SCORES = {"scores": [26000, 24000, 25000, 25000], "reason": "because"}
WRONG_COMMANDS = {
    "another command": ("explode", {}, "unknown_command", "there is no command"),
    "a key that nobody knows": ("hold", {"when": "now"}, "bad_data", "unknown key"),
    "data that is a list": ("hold", {"data": []}, "bad_data", "data must be an object"),
    "a number as id": ("hold", {"id": 7}, "bad_data", "id must be a text"),
    "an endless id": ("hold", {"id": "x" * 65}, "bad_data", "at most 64"),
    "a text as expect_seq": ("hold", {"expect_seq": "3"}, "bad_data", "whole number"),
    "a game that has moved on": ("set_scores", {"expect_seq": 0, "data": SCORES}, "stale", "look again"),
    "a game that is still to come": ("set_scores", {"expect_seq": 10**9, "data": SCORES}, "stale", "look again"),
    "a command of yesterday": (
        "set_scores",
        {"expires_at": "2020-01-01T00:00:00Z", "data": SCORES},
        "expired",
        "again",
    ),
    "a time without zone": ("set_scores", {"expires_at": "2099-01-01T00:00:00", "data": SCORES}, "bad_data", "zone"),
    "no time at all": ("set_scores", {"expires_at": "soon", "data": SCORES}, "bad_data", "ISO 8601"),
    "scores without a reason": ("set_scores", {"data": {"scores": [1, 2, 3, 4]}}, "bad_data", "reason"),
    "a fault that is none": ("machine", {"data": {"action": "jump"}}, "bad_data", "action must be one of"),
    "one key twice too deep": ("hold", {"data": {"on": {"on": True}}}, "bad_data", "true or false"),
}
