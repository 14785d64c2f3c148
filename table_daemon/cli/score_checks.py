"""Tables that cannot be: what the description of a finished deal is refused for, in one sentence each.

Rules this file keeps: only what no play of any rules could bring about is refused; whether a hand wins is the rules'
word.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from mahjong_rules.finished_deal import FinishedDeal
from mahjong_rules.melds import MAX_MELDS, Meld, MeldKind, concealed_count
from mahjong_rules.rule_system import Traits
from mahjong_rules.seats import SEATS, Seat, turns_between
from mahjong_rules.tiles import Tile, tiles_text
from table_daemon.errors import UserError


def check_table(deal: FinishedDeal, winning_tiles: int, traits: Traits) -> None:
    """Refuse an impossible table.

    Args:
        deal: as it was described.
        winning_tiles: how many tiles were named as the winning one.
        traits: of the rules that value it.

    Raises:
        UserError: it is one; the text says why in one sentence.
    """
    check_empty_seats(_seats_of(deal), traits.seats.in_play)
    _check_win(deal, winning_tiles)
    _check_unwon(deal)
    _check_hands(deal, traits)
    _check_replacement(deal, traits)
    _check_first_turn(deal, traits)
    _check_robbed_kong(deal, traits)
    _check_extras(deal, traits)


def check_empty_seats(named: Iterable[Seat], seats: Sequence[Seat]) -> None:
    """Refuse whatever somebody at an empty seat would have held or done.

    Raises:
        UserError: names the seat.
    """
    for seat in named:
        if seat not in seats:
            raise UserError(
                f"Nobody plays at seat {seat} under these rules: leave it out, and give null for its hand"
                f" (people play at the seats {', '.join(map(str, seats))}; option empty_seat)."
            )


def _seats_of(deal: FinishedDeal) -> Iterator[Seat]:
    yield from (deal.dealer, *deal.winners, *deal.riichi.nagashi)
    if deal.discarder is not None:
        yield deal.discarder
    if deal.penalty is not None:
        yield deal.penalty.seat


def _check_win(deal: FinishedDeal, winning_tiles: int) -> None:
    if winning_tiles != bool(deal.winners):
        raise UserError("winning_tile has to name one tile when somebody won, and nothing when nobody did.")
    if len(set(deal.winners)) != len(deal.winners) or deal.discarder in deal.winners:
        raise UserError("winners names a seat twice, or the discarder.")
    if not deal.winners and (deal.discarder is not None or deal.replacement_tile or deal.robbed_kong):
        raise UserError("discarder, replacement_tile and robbed_kong belong to a win, but winners is empty.")
    if len(deal.winners) > 1 and deal.discarder is None:
        raise UserError("Several players can win on a discard only; name the discarder.")
    if deal.robbed_kong and deal.discarder is None:
        raise UserError("A robbed kong was somebody's: name who added the tile as the discarder.")
    if deal.replacement_tile and deal.discarder is not None:
        raise UserError("A replacement tile is drawn, so there is no discarder.")


def _check_unwon(deal: FinishedDeal) -> None:
    """What belongs to a deal that somebody won, and what to one that nobody won."""
    classical = deal.classical
    if deal.winners and (deal.penalty is not None or deal.riichi.nagashi):
        raise UserError(
            "A penalty annuls the deal and nagashi is for a drawn one: leave winners empty, or leave them out."
        )
    if deal.penalty is not None and deal.riichi.nagashi:
        raise UserError("A penalty annuls the deal, so nobody has nagashi: leave one of them out.")
    if not deal.winners and (classical.fines or classical.stake):
        raise UserError("fines and stake belong to a win, but winners is empty.")
    if classical.stake_forgotten and not classical.stake:
        raise UserError("stake_forgotten needs the stake that was forgotten.")
    if classical.first_giver is not None and deal.discarder is None:
        raise UserError("first_giver belongs to a win on a discard: name the discarder.")
    if classical.new_tile and (deal.discarder is None or deal.robbed_kong):
        raise UserError("new_tile belongs to a win on a discard: name the discarder, and rob no kong.")
    if classical.flower_tile and (deal.discarder is not None or deal.replacement_tile or not _has_flower(deal)):
        raise UserError("flower_tile means that the winning tile was drawn for a laid flower, and for no kong.")
    if any(fine.offender in deal.winners for fine in classical.fines):
        raise UserError("The winner pays no fine: name who discarded the tile as the offender.")


def _has_flower(deal: FinishedDeal) -> bool:
    """Whether the winner has laid one."""
    hands = (deal.hands[seat] for seat in deal.winners)
    return any(tile.is_bonus for hand in hands if hand is not None for tile in hand.flowers)


def _check_hands(deal: FinishedDeal, traits: Traits) -> None:
    for seat, hand in zip(SEATS, deal.hands, strict=True):
        if hand is None:
            if seat in deal.winners:
                raise UserError(f"Seat {seat} won, so its hand is needed.")
            continue
        expected, size = concealed_count(hand.melds, traits.hand_tiles), len(hand.concealed)
        # Tchou 1924 l.424: who has a tile too many or too few plays on and is counted among the losers
        tolerance = 1 if traits.losers_show and seat not in deal.winners else 0
        if len(hand.melds) > MAX_MELDS or abs(size - expected) > tolerance:
            beside = " beside the winning tile" if seat in deal.winners else ""
            raise UserError(
                f"Seat {seat} has {size} concealed tiles and {len(hand.melds)} melds;"
                f" a hand has {traits.hand_tiles} tiles{beside}, less 3 for each meld, of which there are four at most."
            )
        aside = traits.stock.aside
        if any(tile.is_bonus for tile in hand.concealed) or not all(
            tile.is_bonus or tile in aside for tile in hand.flowers
        ):
            also = f", and {tiles_text(aside)} laid aside," if aside else ""
            raise UserError(f"Seat {seat}: flowers and seasons{also} belong in `flowers`, all other tiles in the hand.")
    if deal.winning_tile is not None and deal.winning_tile.is_bonus:
        raise UserError(f"Nobody wins with {deal.winning_tile}; it is laid out and replaced.")


def _check_replacement(deal: FinishedDeal, traits: Traits) -> None:
    """A replacement is drawn for a kong, or a tile laid aside, which then lies before the winner."""
    if not deal.replacement_tile:
        return
    for seat in deal.winners:
        hand = deal.hands[seat]
        has_aside = hand is not None and any(tile in traits.stock.aside for tile in hand.flowers)
        if not has_aside and not any(meld.kind.is_kong for meld in _melds(deal, seat)):
            raise UserError(f"replacement_tile means that seat {seat} won after a kong, but there is no kong.")


def _check_first_turn(deal: FinishedDeal, traits: Traits) -> None:
    """Before the winner's first discard: nothing was claimed, and the turn has come to no later player."""
    if not deal.first_turn:
        return
    melds = [meld for seat in SEATS for meld in _melds(deal, seat)]
    if any(meld.is_open for meld in melds):
        raise UserError("first_turn means that nobody has claimed a tile, but there is an open meld.")
    if traits.has_riichi and melds:
        raise UserError("first_turn means in riichi that nobody has declared a kong, but there is one.")
    if any(tile in traits.stock.aside for hand in deal.hands if hand is not None for tile in hand.flowers):
        raise UserError("first_turn means that nobody has laid a tile aside, but there is one in flowers.")
    if deal.last_tile or deal.robbed_kong:
        raise UserError(
            "first_turn comes before the last tile and before any kong that is robbed; leave one of them out."
        )
    for seat in deal.winners:
        if deal.riichi.accepted[seat] or deal.riichi.double[seat]:
            raise UserError(
                f"first_turn comes before the first discard of seat {seat}, and a riichi is declared with one."
            )
        seats = traits.seats.in_play
        is_after = deal.discarder is not None and turns_between(deal.dealer, deal.discarder, seats) > turns_between(
            deal.dealer, seat, seats
        )
        if is_after:
            raise UserError(
                f"first_turn comes before the first discard of seat {seat}, but seat {deal.discarder} discards after"
                f" that when seat {deal.dealer} deals."
            )


def _check_robbed_kong(deal: FinishedDeal, traits: Traits) -> None:
    """Three of the four tiles lie before who added the fourth; after the last tile no rules allow a kong."""
    if not deal.robbed_kong or deal.winning_tile is None or deal.discarder is None:
        return
    if deal.last_tile:
        raise UserError("No kong is made when nothing is left to draw: leave out robbed_kong or last_tile.")
    kind, owner = deal.winning_tile.plain, deal.discarder
    for seat in SEATS:
        if seat != owner and any(tile.plain == kind for tile in _tiles(deal, seat)):
            raise UserError(
                f"Seat {seat} holds {kind}, but a robbed kong has all four: three before seat {owner}, and the one won."
            )
    if any(tile.plain == kind for tile in (*deal.riichi.indicators, *deal.riichi.ura_indicators)):
        raise UserError(f"An indicator shows {kind}, but all four lie in the robbed kong.")
    if deal.hands[owner] is not None and not _has_pung(deal, owner, kind, traits):
        raise UserError(
            f"Seat {owner} added {kind} to a pung, but the hand of seat {owner} is described without that pung."
        )


def _has_pung(deal: FinishedDeal, seat: Seat, kind: Tile, traits: Traits) -> bool:
    """The pung that grew, or under riichi the three tiles of a concealed kong that thirteen orphans rob."""
    hand = deal.hands[seat]
    is_hidden = traits.has_riichi and hand is not None and [tile.plain for tile in hand.concealed].count(kind) == 3
    return is_hidden or any(meld.kind is MeldKind.PUNG and meld.tiles[0].plain == kind for meld in _melds(deal, seat))


def _melds(deal: FinishedDeal, seat: Seat) -> tuple[Meld, ...]:
    hand = deal.hands[seat]
    return () if hand is None else hand.melds


def _tiles(deal: FinishedDeal, seat: Seat) -> Iterator[Tile]:
    hand = deal.hands[seat]
    if hand is not None:
        yield from (*hand.concealed, *(tile for meld in hand.melds for tile in meld.tiles))


def _check_extras(deal: FinishedDeal, traits: Traits) -> None:
    riichi = deal.riichi
    if not traits.has_riichi and (any((*riichi.accepted, *riichi.double)) or riichi.sticks or riichi.honba):
        raise UserError("These rules know neither riichi nor counters; leave out riichi, riichi_sticks and honba.")
    if not traits.has_indicators and (riichi.indicators or riichi.ura_indicators):
        raise UserError("These rules know no dora; leave out the indicators.")
    if len(riichi.indicators) > 5 or len(riichi.ura_indicators) > len(riichi.indicators):
        raise UserError("There are five dora indicators at most, and no more ura indicators than those.")
    for seat, hand in zip(SEATS, deal.hands, strict=True):
        declared = riichi.accepted[seat] or riichi.double[seat]
        if declared and hand is not None and any(meld.is_open for meld in hand.melds):
            raise UserError(f"Seat {seat} is in riichi with an open meld; riichi needs a concealed hand.")
        if riichi.ippatsu[seat] and not declared:
            raise UserError(f"Seat {seat} cannot win within one turn of a riichi that was not declared.")
