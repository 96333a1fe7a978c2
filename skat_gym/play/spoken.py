"""What a table in plain lines answers at any time: sheet, hint, last trick, analysis, lesson."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table as Grid

from skat_gym.play.fairness import check_command, is_told
from skat_gym.play.hint import hint
from skat_gym.play.lesson import lesson
from skat_gym.play.match_options import levels
from skat_gym.play.match_table import PERSON
from skat_gym.play.replay import replay
from skat_gym.play.session import Session
from skat_gym.play.sheet import OVERBID, places, sheet, sheet_foot, sheet_rows
from skat_gym.play.statistics import statistics
from skat_gym.play.voice import Show, Voice, painted
from skat_gym.play.words import TextError, contract_text, text
from skat_gym.rules.action import BID, DECLARE_FIRST, action_text
from skat_gym.rules.card import Card
from skat_gym.rules.contract import Contract
from skat_gym.rules.trick import GRAND

HELP_EN = """Type what is asked for: a bid ("18", "yes") or "pass"; a card as CJ, h10, ♠A or its
number; a game as "spades", "grand hand", "null ouvert". At any time:
  last    the last trick          sheet   the score sheet      cards   your cards again
  bids    what was bid            hint    the best actions     up to 33   bid and hold so far
  finish  play out what is decided        undo    take back (in practice)
  analysis NUMBER  a finished deal card by card                statistics  all your matches
  seed    the checksum of the cards       quit    stop; the match is kept
  lesson  after the match: the same deals played by the player to your left
  help    this page"""
HELP_DE = """Schreibe, wonach gefragt wird: einen Reizwert („18“, „ja“) oder „passe“; eine Karte als
Herz 10, ♠A, ♣B oder ihre Nummer; ein Spiel als „pik“, „grand hand“, „null ouvert“. Jederzeit:
  stich   der letzte Stich        liste   der Spielzettel      karten  deine Karten
  reizen  was gereizt wurde       tipp    das Beste hier       bis 33  so weit reizen und halten
  ende    spielt aus, was entschieden ist  zurück  nimmt zurück (in Übungen)
  analyse NUMMER   ein Spiel Karte für Karte                   statistik   alle deine Partien
  startzahl  die Prüfsumme der Karten      schluss  aufhören; die Partie bleibt aufgehoben
  lektion    nach der Partie: dieselben Spiele, gespielt vom Mitspieler zu deiner Linken
  hilfe   diese Seite"""
_WORDS = {
    "help": ("help", "?", "hilfe"),
    "sheet": ("sheet", "list", "liste"),
    "cards": ("cards", "karten"),
    "last": ("last", "l", "stich"),
    "bids": ("bids", "reizen"),
    "hint": ("hint", "h", "tipp"),
    "fairness": ("seed", "startzahl", "prüfsumme", "saat", "startwert"),
    "statistics": ("statistics", "stats", "statistik"),
    "lesson": ("lesson", "lektion", "lehre"),
}
_FIGURES = {
    "deals": text("Spiele", "deals"),
    "declared": text("Alleinspiele", "declared"),
    "won": text("davon gewonnen", "of these won"),
    "defended": text("Gegenspiele", "defended"),
    "defended_won": text("davon gewonnen", "of these won"),
    "points": text("Punkte", "points"),
    "seeger_fabian_36": text("Seeger-Fabian je 36 Spiele", "Seeger-Fabian per 36 deals"),
    "average_bid": text("Reizung im Mittel", "average bid"),
    "average_score": text("Punkte je Alleinspiel", "score per declared game"),
    "schneider": text("Schneider", "schneider"),
    "overbid": text("überreizt", "overbid"),
}
_ANALYSIS = ("analysis", "analyse", "analyze")


class Spoken:
    """Answers the words a person may type instead of a decision."""

    def __init__(self, session: Session, voice: Voice, show: Show, *, tables: bool = False) -> None:
        """Shows plain lines, or with `tables` the sheet as a table of a terminal in colours."""
        self.session = session
        self.voice = voice
        self.show = show
        self.tables = tables

    def answered(self, word: str) -> bool:
        """Answers a word; tells whether it was one of those."""
        for name, words in _WORDS.items():
            if word in words:
                if name == "help":
                    self.show(self.help())
                else:
                    getattr(self, name)()
                return True
        first, _, number = word.partition(" ")
        if first in _ANALYSIS:
            self.analysis(self._number(number))
            return True
        return False

    def _number(self, word: str) -> int:
        """Reads the number of a finished deal, from 0; the last one without a word."""
        done = len(self.session.table.deals)
        if word and not word.isdecimal():
            raise TextError("bad-field", "schreibe etwa: analyse 3", "type for example: analysis 3")
        if not word and not done:
            raise TextError("hidden", "noch ist kein Spiel zu Ende", "no deal is over yet")
        return (int(word) if word else done) - 1

    def help(self) -> str:
        """Returns the page of help."""
        say = self.voice.say
        lines = [say(HELP_DE, HELP_EN)]
        lines.append(say("Mitspieler von leicht bis stark:", "Players from easy to strong:"))
        for level in levels():
            lines.append(f"  {level.policy:<17} {self.voice.of(level.title)}")
        return "\n".join(lines)

    def sheet(self) -> None:
        """Shows the score sheet."""
        match, names = self.session.match, self.voice.names
        if not self.tables:
            self.show(sheet(match, names, self.voice.language))
            return
        say = self.voice.say
        grid = Grid()
        for head in (say("Nr.", "no."), say("Spiel", "game"), say("mit", "with"), "±", *names):
            grid.add_column(head, justify="right" if head != say("Spiel", "game") else "left")
        for row in sheet_rows(match, "points"):
            game = say("eingepasst", "passed by all")
            if row["contract"] is not None:
                game = f"{names[row['declarer']]}: {self.voice.of(row['contract']['name'])}"
                if row["overbid"]:
                    game += f", {self.voice.of(OVERBID)}"
            colour = "" if row["won"] is not False else "red"
            score = "" if row["score"] is None else f"{row['score']:+d}"
            run = f"{row['matadors']:+d}" if row["matadors"] else ""
            grid.add_row(
                str(row["deal"]), game, run, score, *map(str, row["running"]), style=colour
            )
        grid.add_section()
        foot = sheet_foot(match)
        total = say("Summe (Seeger-Fabian)", "total (Seeger-Fabian)")
        grid.add_row("", total, "", "", *map(str, foot["total"]), style="bold")
        if match.over:
            grid.add_row("", say("Platz", "place"), "", "", *map(str, places(foot["total"])))
        Console().print(grid)

    def cards(self) -> None:
        """Shows the person's cards."""
        view = self.session.view
        game = GRAND if view.contract is None else view.contract.game
        self.show(self.voice.hand(self.voice.cards(view.hand, game)))

    def last(self) -> None:
        """Shows the last trick."""
        table = self.session.table
        view = table.view(PERSON)
        whole = [trick for trick in view.tricks if len(trick[1]) == 3]
        if not whole:
            self.show(self.voice.say("Es gibt noch keinen Stich.", "There is no trick yet."))
            return
        winner = int(view.record.winners[len(whole) - 1])
        laid = " ".join(self.voice.card(card) for card in whole[-1][1])
        name = self.voice.names[table.player_at(winner)]
        self.show(
            self.voice.say(f"Letzter Stich: {laid} an {name}", f"Last trick: {laid} to {name}")
        )

    def bids(self) -> None:
        """Shows what was bid."""
        table = self.session.table
        names = [self.voice.names[table.player_at(seat)] for seat in range(3)]
        self.show(self.voice.bids(table.view(PERSON), names))

    def hint(self) -> None:
        """Shows the best actions."""
        session = self.session
        if not session.waits:
            raise TextError("not-your-turn", "du bist nicht am Zug", "it is not your turn")
        policies = tuple(p for p in session.options.policies if p is not None)
        told = hint(session.view, session.deal.mask, session.minds, policies)
        if told.plan is not None:
            self.show(f"  {self.voice.of(told.plan)}")
        for advice in told.actions:
            parts = [] if advice.score is None else [self.voice.figure(advice.score, "+.1f")]
            if advice.probability is not None:
                parts.append(f"{advice.probability:.0%}")
            self.show(f"  {self._action(advice.action):<14} {'  '.join(parts)}")
        self.show(f"  ({self.voice.of(told.note)})")

    def _action(self, action: int) -> str:
        if action < 32:
            return self.voice.card(action)
        if action >= DECLARE_FIRST:
            return self.voice.of(contract_text(Contract(action - DECLARE_FIRST)))
        german = {BID: "ja"}.get(action, {32: "passe", 34: "Skat aufnehmen"}.get(action, ""))
        return self.voice.say(german, "yes" if action == BID else action_text(action))

    def fairness(self) -> None:
        """Shows the checksum of the cards, and their seed where it may be known."""
        options, say = self.session.options, self.voice.say
        self.show(
            say(
                f"Prüfsumme der Karten (SHA-256): {options.commitment}",
                f"Checksum of the cards (SHA-256): {options.commitment}",
            )
        )
        if not is_told(options, self.session.table.over):
            return
        command = check_command(options)
        self.show(
            say(
                f"Startzahl {options.seed}; prüfen: {command}",
                f"Seed {options.seed}; check it: {command}",
            )
        )
        self.show(say(f"Code der Partie: {options.code}", f"Match code: {options.code}"))

    def statistics(self) -> None:
        """Shows the figures of the archive."""
        archive = self.session.archive
        if archive is None:
            raise TextError("not-now", "es gibt kein Archiv", "there is no archive")
        told = statistics(archive)
        for key, label in _FIGURES.items():
            figure = "-" if told[key] is None else self.voice.figure(told[key])
            self.show(f"  {self.voice.of(label):<28}{figure}")

    def analysis(self, number: int) -> None:
        """Shows a finished deal card by card, with what each gave away."""
        told = replay(self.session.table, number)
        names = self.voice.names
        self.show(self.voice.of(told["summary"]["text"]))
        for step in told["steps"]:
            if step["kind"] != "card_played":
                continue
            cost = step["cost"]
            gave = self._given(cost["points"] or None, cost["score"] or None)
            better = ", ".join(self.voice.card(Card(card)) for card in step["best"][:3])
            told_cost = (
                self.voice.say(
                    f"  kostet {', '.join(gave)}; besser: {better}",
                    f"  costs {', '.join(gave)}; better: {better}",
                )
                if gave
                else ""
            )
            card = self.voice.of(step["text"]).split(": ")[-1]
            self.show(f"  {step['trick']:>2}  {names[step['player']]:<7}{card:<4}{told_cost}")
        for player, cost in enumerate(told["costs_of"]):
            given = ", ".join(self._given(cost["points"], cost["score"]))
            self.show(
                self.voice.say(
                    f"  {names[player]}: {given} hergegeben",
                    f"  {names[player]}: gave away {given}",
                )
            )

    def _given(self, points: float | None, score: float | None) -> list[str]:
        """Says what was given away; nothing of what is not known."""
        say, told = self.voice.say, []
        if points is not None:
            more = points != 1
            told.append(say(f"{points} Auge{'n' * more}", f"{points} point{'s' * more}"))
        if score is not None:
            more = score != 1
            told.append(say(f"{score} Listenpunkt{'e' * more}", f"{score} list point{'s' * more}"))
        return told

    def lesson(self) -> None:
        """Shows the same deals played by a policy from the person's chair."""
        table = self.session.table
        policy = table.options.policies[1] or "rulebook"
        you = bot = 0
        head = f"{self.voice.say('Nr.', 'no.'):>4}{self.voice.names[PERSON]:>8}{policy:>20}"
        for row in lesson(table, self.session.minds, policy):
            if row["deal"] == 1:  # a lesson that is refused has none
                self.show(head)
            mine, its = row["you"][PERSON], row["bot"][PERSON]
            you, bot = you + mine, bot + its
            self.show(f"{row['deal']:>4}{mine:>8}{its:>20}{row['difference']:>+8}")
        self.show(f"{'':>4}{you:>8}{bot:>20}{you - bot:>+8}")


def in_colour(show: Show) -> Show:
    """Returns what shows lines with red suits in red."""
    return lambda line: show(painted(line))
