"""What a bot wants to keep, to discard and to claim."""

from dataclasses import replace

from hw_sim.people.bot_mind import Aims, Offer, best_discards, kongs_to_declare, sets_to_claim
from mahjong_rules.hands import kind_counts
from mahjong_rules.melds import Meld, MeldKind
from mahjong_rules.seats import Seat
from mahjong_rules.tiles import Suit, parse_tile, parse_tiles, tiles_text
from table_daemon.rules.presets import load_rules

RIICHI = Aims()


CLASSICAL = Aims(seven_pairs=False, thirteen_orphans=False, needs_value=False)


def claims(hand: str, tile: str, aims: Aims, melds: tuple[Meld, ...] = (), *, valued: bool = False) -> list[str]:
    offer = Offer(parse_tile(tile), Seat(3), is_valued=valued, is_next=True)
    return [tiles_text(meld.tiles) for meld in sets_to_claim(parse_tiles(hand), melds, offer, aims)]


def test_a_bot_lets_go_the_tile_that_keeps_it_ready():
    assert best_discards(parse_tiles("123m456p789s22z34s9p"), (), RIICHI)[0] == parse_tile("9p")


def test_a_bot_prefers_the_wait_with_more_tiles():
    assert best_discards(parse_tiles("123m456p789s22z569s"), (), RIICHI)[0] == parse_tile("9s")


def test_a_flower_that_is_still_in_the_hand_is_no_discard():
    assert parse_tile("f1") not in best_discards(parse_tiles("123m456p789s22z34s f1"), (), CLASSICAL)


def test_distance_counts_a_complete_hand_as_minus_one():
    assert RIICHI.distance(kind_counts(parse_tiles("123m456p789s22z345s")), is_closed=True) == -1
    assert RIICHI.distance(kind_counts(parse_tiles("19m19p19s1234567z")), is_closed=True) == 0
    assert CLASSICAL.distance(kind_counts(parse_tiles("19m19p19s1234567z")), is_closed=True) > 4


def test_the_rules_are_asked_what_a_hand_may_be():
    assert Aims.of(load_rules("ema")) == Aims(seven_pairs=True, thirteen_orphans=True, needs_value=True)


def test_whether_one_suit_is_worth_collecting_is_asked_too():
    assert [Aims.of(load_rules(name)).collects_suit for name in ("tchou", "jp_classic", "simple", "ema")] == [
        True,
        True,
        False,
        False,
    ]


def test_one_suit_is_collected_where_a_plain_hand_is_worth_too_little_to_win():
    assert Aims.of(load_rules("hongkong", (("minimum_faan", "5"),))).collects_suit
    assert Aims.of(load_rules("zungjung")).seven_pairs


def test_where_a_plain_hand_is_worth_too_little_a_suit_is_collected_sooner():
    assert [Aims.of(load_rules(name)).suit_tiles for name in ("tchou", "mcr", "manual")] == [9, 7, 9]
    hand = parse_tiles("1133566m99p122s7z")
    assert [Aims.of(load_rules(name)).suit_for(hand, ()) for name in ("tchou", "mcr")] == [None, Suit.CHARACTERS]


def test_a_bot_that_collects_a_suit_lets_go_and_claims_accordingly():
    collector = replace(CLASSICAL, collects_suit=True)
    hand = "1133566m99p12s77z"
    assert best_discards(parse_tiles(hand + "8m"), (), collector)[0].suit in (Suit.DOTS, Suit.BAMBOO)
    assert claims(hand, "9p", collector) == []
    assert claims(hand, "9p", CLASSICAL) == ["9p 9p 9p"]
    assert claims(hand, "3m", collector) == ["3m 3m 3m"]
    assert claims(hand.replace("99p", "88m"), "7m", collector)


def test_a_riichi_bot_claims_dragons_and_its_own_winds_only():
    assert claims("55z11z99m345p678s7m", "5z", RIICHI, valued=True) == ["5z 5z 5z"]
    assert claims("55z11z99m345p678s7m", "1z", RIICHI) == []
    assert claims("55z11z99m345p678s7m", "9m", RIICHI) == []


def test_a_riichi_bot_claims_a_chow_only_when_a_fan_is_sure_and_it_comes_nearer():
    dragons = (Meld(MeldKind.PUNG, parse_tiles("555z"), 1, parse_tile("5z")),)
    assert claims("34m456p22s79s1z", "5m", RIICHI, dragons) == ["3m 4m 5m"]
    assert claims("34m456p22s79s1234z", "5m", RIICHI) == []
    assert claims("345m456p22s79s", "6m", RIICHI, dragons) == []


def test_a_classical_bot_claims_whatever_brings_it_nearer():
    assert claims("34m99m22p79s1234z5p", "5m", CLASSICAL) == ["3m 4m 5m"]
    assert claims("34m99m22p79s1234z5p", "9m", CLASSICAL) == ["9m 9m 9m"]
    assert claims("999m34m22p79s123z5p", "9m", CLASSICAL)[0] == "9m 9m 9m 9m"
    assert claims("345m99m22p79s1234z", "6m", CLASSICAL) == []


def test_a_bot_declares_a_kong_that_costs_it_nothing():
    pung = Meld(MeldKind.PUNG, parse_tiles("222p"), 1, parse_tile("2p"))
    kinds = [kong.kind for kong in kongs_to_declare(parse_tiles("1111z2p456s78s3m"), (pung,), CLASSICAL)]
    assert set(kinds) == {MeldKind.CONCEALED_KONG, MeldKind.ADDED_KONG}
    assert not list(kongs_to_declare(parse_tiles("3333m12m45m789p22z5z"), (), CLASSICAL))
