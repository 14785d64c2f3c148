"""What may be asked and wished of the people of a table, answered from cards, index and journal.

Rules this file keeps:
* Called in the library's thread only.
* Who plays just now keeps name and card: the game that is on is not changed from beside.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import assert_never

from mahjong_rules.told import sentence
from table_daemon.errors import UserError
from table_daemon.library import careers
from table_daemon.library.careers import Period
from table_daemon.library.library import Shelf
from table_daemon.library.people_file import KeptCard
from table_daemon.library.renaming import change_everywhere, still_in
from wire.messages import Json
from wire.people_documents import (
    AddPerson,
    Career,
    ChangePerson,
    MergePeople,
    PeopleList,
    PeopleTable,
    PeopleWish,
    PersonCard,
    RemovePerson,
)


def people_list(shelf: Shelf) -> PeopleList:
    """Every card, and who sat at the table last."""
    pending = shelf.catch_up_if_there()
    played = careers.games_by_name(shelf.index.connection)
    cards = [_card(card, *played.get(card.name, (0, None))) for card in shelf.people.cards()]
    cards.sort(key=lambda card: card["last"] or "", reverse=True)
    newest = shelf.index.page(None, 1)
    names = newest[0]["names"] if newest and len(newest[0]["seats"]) == len(newest[0]["names"]) else []
    return {"people": cards, "last_game": names, "pending": pending}


def people_table(shelf: Shelf, period: Period) -> PeopleTable:
    """Everybody who played in a period."""
    shelf.catch_up_if_there()
    connection = shelf.index.connection
    ids = {card.name: card.id for card in shelf.people.cards()}
    rules = careers.rules_played(connection, None, period)
    return {
        "rows": [
            {"id": ids.get(name), "name": name, **figures}
            for name, figures in careers.table_of_people(connection, period)
        ],
        "rules": rules,
        "unit": careers.unit_of(rules, period.rules),
    }


def career(shelf: Shelf, person: int, period: Period) -> Career:
    """A person's games; raises UserError where there is no such card."""
    card = shelf.people.card(person)
    shelf.catch_up_if_there()
    connection, name = shelf.index.connection, card.name
    rules = careers.rules_played(connection, name, period)
    unit = careers.unit_of(rules, period.rules)
    curve, newest = careers.games_of(connection, name, period)
    return {
        "person": _card(card, *careers.games_by_name(connection).get(name, (0, None))),
        "figures": careers.figures_of(connection, name, period),
        "rules": rules,
        "unit": unit,
        "best": careers.best_hand(connection, name, period) if unit else None,
        "rivals": careers.rivals_of(connection, name, period),
        "curve": curve,
        "newest": newest,
    }


def carry_out(shelf: Shelf, wish: PeopleWish, playing: Collection[str]) -> Json:
    """Do what somebody wishes; what the answer says besides yes.

    Args:
        shelf: of the table.
        wish: add, change, merge or remove.
        playing: the names of those who play just now.

    Raises:
        UserError: not so, or not now.
        JournalError: a file cannot be written.
    """
    people = shelf.people
    match wish:
        case AddPerson():
            card = people.add(wish.name, wish.colour, "" if wish.picture is None else str(wish.picture))
            return {"person": card.id}
        case ChangePerson():
            return {"person": _change(shelf, wish, playing).id}
        case MergePeople():
            card, into = people.card(wish.person), people.card(wish.into)
            if card == into:
                raise UserError(sentence("these are the same person; choose two cards"))
            _refuse_playing(card, playing)
            shelf.catch_up_if_there(wholly=True)
            if met := careers.games_together(shelf.index.connection, card.name, into.name):
                raise UserError(
                    sentence(
                        "{name} and {other} played each other ({games} games): they are two people",
                        name=card.name,
                        other=into.name,
                        games=met,
                    )
                )
            _rename(shelf, card.name, into.name)
            people.remove(card)
            return {"person": into.id}
        case RemovePerson():
            card = people.card(wish.person)
            _refuse_playing(card, playing)
            _rename(shelf, card.name, None)
            people.remove(card)
            return {"still_in": still_in(shelf.folder, card.name)}
        case _:
            assert_never(wish)


def _change(shelf: Shelf, wish: ChangePerson, playing: Collection[str]) -> KeptCard:
    card = shelf.people.card(wish.person)
    name = card.name if wish.name is None else wish.name
    if name != card.name:
        _refuse_playing(card, playing)
        shelf.people.refuse_name(card, name)
        _rename(shelf, card.name, name)
    colour = card.colour if wish.colour is None else wish.colour
    has_picture = "picture" in wish.model_fields_set
    picture = card.picture if not has_picture else "" if wish.picture is None else str(wish.picture)
    return shelf.people.change(replace(card, name=name, colour=colour, picture=picture))


def _rename(shelf: Shelf, old: str, new: str | None) -> None:
    """The files first: where one refuses, the card stays, and the wish can be repeated."""
    change_everywhere(shelf.journal_path, old, new)
    shelf.rename(old, new)


def _refuse_playing(card: KeptCard, playing: Collection[str]) -> None:
    if card.name in playing:
        raise UserError(
            sentence("{name} plays in the game that is on; end that game first, then try again", name=card.name)
        )


def _card(card: KeptCard, games: int, last: str | None) -> PersonCard:
    return {
        "id": card.id,
        "name": card.name,
        "colour": card.colour,
        "picture": card.picture,
        "games": games,
        "last": last,
    }
