"""Hands opened when nobody has won; one in riichi must show that it waits, and that its kongs changed nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mahjong_rules.deal_result import Chombo, OpenedHand
from mahjong_rules.decomposition import GroupKind, parts
from mahjong_rules.errors import IllegalEvent
from mahjong_rules.hands import waits
from mahjong_rules.melds import Meld, concealed_count
from mahjong_rules.seats import SEATS, Seat
from mahjong_rules.state import Deal
from mahjong_rules.systems.riichi.choices import NotenRiichi, RiichiKong
from mahjong_rules.systems.riichi.keys import NOTEN_RIICHI, RIICHI_KONG
from mahjong_rules.systems.riichi.options import RiichiOptions
from mahjong_rules.tile_count import check_copies
from mahjong_rules.tiles import Tile, sort_key
from mahjong_rules.told import Told, sentence


def opened_hand(deal: Deal, seat: Seat, hand: tuple[Tile, ...], options: RiichiOptions) -> OpenedHand:
    """What lies open before a player, sorted, with what it waits for."""
    waiting = waits(hand, deal.melds[seat], include_dead=not options.draws.dead_wait_is_noten)
    return OpenedHand(seat, tuple(sorted(hand, key=sort_key)), deal.melds[seat], waiting)


def opened_hands(
    deal: Deal, hands: Sequence[tuple[Tile, ...] | None], options: RiichiOptions
) -> tuple[OpenedHand, ...]:
    """Those of `hands` by seat that lie open."""
    return tuple(opened_hand(deal, seat, hand, options) for seat, hand in zip(SEATS, hands, strict=True) if hand)


def check_opened_hands(deal: Deal, hands: tuple[tuple[Tile, ...] | None, ...], options: RiichiOptions) -> None:
    """Refuse hands of a wrong size, and more tiles of a kind than there are.

    Raises:
        IllegalEvent: names the hand, or the tile.
    """
    if len(hands) != len(SEATS):
        raise IllegalEvent("a drawn deal needs four hands, open or not, not {count}", count=len(hands))
    for seat in SEATS:
        hand, expected = hands[seat], concealed_count(deal.melds[seat])
        if hand is not None and len(hand) != expected:
            raise IllegalEvent(
                "the hand of seat {seat} has {expected} tiles, not {shown}",
                seat=seat,
                expected=expected,
                shown=len(hand),
            )
    check_copies(deal, (tile for hand in hands for tile in hand or ()), options.stock)


def chombos_at_draw(
    deal: Deal, hands: Sequence[tuple[Tile, ...] | None], tenpai: Sequence[bool], options: RiichiOptions
) -> tuple[Chombo, ...]:
    """Who was in riichi with a hand that does not wait or stays closed, or made a kong that was not allowed.

    A dead hand is out already and shows nothing: it pays as noten.

    Args:
        deal: after the last claim, with every riichi that was accepted.
        hands: opened hands by seat, None where not shown.
        tenpai: whose hand waits.
        options: the preset.
    """
    in_riichi = [seat for seat in SEATS if deal.riichi.accepted[seat] and not deal.dead_hands[seat]]
    return tuple(chombo for seat in in_riichi for chombo in _chombo(deal, seat, hands[seat], tenpai[seat], options))


def _chombo(
    deal: Deal, seat: Seat, hand: tuple[Tile, ...] | None, is_tenpai: bool, options: RiichiOptions
) -> Iterator[Chombo]:
    if hand is None or not is_tenpai:
        if options.penalties.noten_riichi is NotenRiichi.CHOMBO:
            yield Chombo(seat, NOTEN_RIICHI)
    elif riichi_kong_problem(deal, seat, hand, options) is not None:
        yield Chombo(seat, RIICHI_KONG)


def riichi_kong_problem(deal: Deal, seat: Seat, concealed: tuple[Tile, ...], options: RiichiOptions) -> Told | None:
    """What is wrong with a kong that `seat` made in riichi, in one sentence; None if they are all right.

    Args:
        deal: knows the kongs.
        seat: whose hand was opened.
        concealed: its concealed tiles without a winning tile.
        options: the preset.
    """
    rule = options.tiles.riichi_kong
    if rule not in (RiichiKong.SAME_WAITS, RiichiKong.SAME_WAITS_ALWAYS_PUNG):
        return None
    melds = deal.melds[seat]
    waiting = waits(concealed, melds, include_dead=True)
    # The hand is unrolled backwards: with the kong's three tiles back in the hand it must have waited for the same.
    for kind in (kind for owner, kind in reversed(deal.riichi.kongs) if owner == seat):
        concealed, melds = (*concealed, *[kind] * 3), tuple(meld for meld in melds if meld.tiles[0].plain != kind)
        if waits(concealed, melds, include_dead=True) != waiting:
            return sentence("seat {seat} has changed its waits in riichi by the kong of {tile}", seat=seat, tile=kind)
        if rule is RiichiKong.SAME_WAITS_ALWAYS_PUNG and not _is_always_pung(concealed, melds, kind):
            return sentence(
                "seat {seat} has made a kong of {tile} in riichi, and its tiles could stand in a sequence as well",
                seat=seat,
                tile=kind,
            )
    return None


def _is_always_pung(concealed: tuple[Tile, ...], melds: tuple[Meld, ...], kind: Tile) -> bool:
    """Whether `kind` is a pung in every reading of every hand that the 13 tiles before the kong could become."""
    return all(
        any(group.kind is GroupKind.PUNG and group.tile == kind for group in reading)
        for tile in waits(concealed, melds, include_dead=True)
        for reading in parts((*concealed, tile))
    )
