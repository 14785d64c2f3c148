// What the page's modules hand to each other. The documents themselves (`Wire`) are generated from the daemon's types:
// `make check` writes them to build/page_types/wire.d.ts and has TypeScript check every module against them.

/** The newest document of each topic. A view is drawn only once those that it needs are there. */
interface Documents {
  state: Wire.StateDocument;
  board: Wire.BoardDocument;
  game: Wire.GameDocument;
  questions: Wire.QuestionsDocument;
  result: Wire.ResultDocument | null;
  calls: Wire.CallsData | null;
  sticks: Wire.SticksDocument | null;
  audit: Wire.AuditDocument | null;
  info: Wire.InfoData | null;
  eyes: Wire.EyesDocument | null;
  /** What only the set-up shows; absent until it was heard. */
  "diag/machine"?: Wire.MachineStatus;
  "diag/camera"?: Wire.CameraFigures;
  "diag/link"?: Wire.LinkFigures;
  "diag/host"?: Wire.HostFigures;
}

/** What the sounds follow of the documents. */
interface Heard {
  deal: string;
  phase: string;
  discards: number[];
  melds: string[][];
  riichi: boolean[];
  questions: number;
  areTilesIn: boolean;
  isCounting: boolean;
  hasFault: boolean;
  dealsLeft: number | null;
  result: number;
  outcome: string;
}

/** Something to be heard: a call in words, or a tone. */
type Cue = { word: string } | { tone: string };

/** What the event stream names its messages by; "status" alone carries no document. */
type Topic = keyof Documents | "status";

/** A message of the event stream as far as the page reads it; its data is the topic's document. */
interface HeardMessage {
  seq: number;
  deal: number;
  data: any;
}

/** What somebody wants of this screen; nothing of it reaches the table. */
interface Wishes {
  view: string;
  language: string;
  theme?: string;
  centreTurn: number;
  awake: boolean;
  tab: string;
  /** The seat against which scores are shown. */
  reference: number | null;
  /** When the camera's picture was asked for, in ms since 1970. */
  camera: number | null;
  calibration: CalibrationFigures | null;
  /** The lens that was measured: busy, a problem, or its figures. */
  lens: MeasuredLens | null;
  noticeSeen: string;
  /** The table's badge that was put away on this screen. */
  badgeSeen: string;
  sticksSeen: string;
  rules: string | null;
  /** The house rules that were tapped for the next game. */
  house: number | null;
  /** The seat that is to stay empty where three play, as the choice of a setting. */
  emptySeat: string | null;
  /** The hand that is being told tile by tile. */
  picked: PickedHand | null;
  /** The open sheet, null while none is: a `Sheet`, whose kinds have fields of their own. */
  sheet: any;
  typed: TypedScores | null;
  /** How the last drawing of seats went. */
  drawn: DrawnSeats | null;
  /** The seats that people say they have drawn themselves, null while nobody does. */
  byHand: SeatsByHand | null;
  /** What the stage shows; null while the table is to be seen. */
  stage: StageShown | null;
  /** What is open on a player's own side; absent where sides have no menus. */
  ownSide?: OwnSide | null;
  /** Nothing can be pressed: a television. */
  isLookOnly?: boolean;
}

/** The "menu" of a player, or the "alert" that waits behind a sign there. */
interface OwnSide {
  seat: number;
  what: string;
}

/** What the machine asks of everybody, with what the button does: its action, argument and words. */
interface SideAlert {
  key: string;
  kind: string;
  title: string;
  text: string;
  button: [string, string | number, string] | null;
}

/** Who drew East, South, West and North so far; where East sits and who deals first, null: who drew East. */
interface SeatsByHand {
  /** As people sat when they began to tell it. */
  names: string[];
  drew: number[];
  east: number | null;
  dealer: number | null;
}

/** How far the stage of a deal's end is. */
interface StageShown {
  tile: boolean;
  ura: boolean;
  /** How many lines of a hand's value. */
  lines: number;
  total: boolean;
  limit: boolean;
  ended: boolean;
  /** Nothing on it moves. */
  isStill: boolean;
}

interface PickedHand {
  seat: number;
  tiles: string[];
}

/** The sheet over the page: of which kind, what it is about, and how far it is. Each kind has fields of its own. */
interface Sheet {
  number: number;
  kind: string;
  proposal: Proposal | null;
  refusal: Refusal | null;
  busy: boolean;
  /** The table's entry that it knows of. */
  seen: number | null;
  draft: any;
  [field: string]: any;
}

/** The sheet of one tile: its place on the board, or what was found among the events. */
interface TileSheet extends Sheet {
  place?: string;
  target?: Target;
}

/** The sheet of one meld: its place on the board, or what was found among the events of another deal. */
interface CallSheet extends Sheet {
  place: string;
  found?: FoundMeld | null;
  draft: Partial<CallDraft>;
}

/** The sheet on which something is put in after an event: "discard", "call", "indicator" or "flower"; a flower where it fits. */
interface InsertSheet extends Sheet {
  after: ListedEvent | null;
  what: string;
  draft: CallDraft;
}

/** The list of a deal's events or of the corrections; `events` is null while they are asked for. */
interface LogSheet extends Sheet {
  filter: string;
  deal: number;
  deals: number;
  events: ListedEvent[] | null;
}

/** The sheet of an event that is no tile on the table. */
interface EventSheet extends Sheet {
  item: ListedEvent;
  deal?: number;
}

/** How a deal ended, as people tell it; melds and riichi by seat. */
interface OutcomeSheet extends Sheet {
  deal: number;
  events: ListedEvent[];
  /** Whether the deal is being played. */
  isNew: boolean;
  melds: Wire.MeldDocument[][];
  riichi: boolean[];
  uraCount: number;
  draft: OutcomeDraft;
}

interface DeclareSheet extends Sheet {
  seat: number;
}

interface AnswerSheet extends Sheet {
  question: string;
}

/** The live camera; `isNamed`: with the names of what was read. */
interface CameraSheet extends Sheet {
  isNamed: boolean;
}

/** What `GET /api/update` answers. */
interface UpdateDocument {
  is_package: boolean;
  running: string;
  offered: string;
  changes: { version: string, points: string[] }[];
  before: string;
  looked_at: string | null;
  progress: { phase: string, version: string, percent: number, why: string, text: string } | null;
}

/** Updates; `told` is null until the table has said what it knows, `unheard` counts askings without an answer. */
interface UpdateSheet extends Sheet {
  told: UpdateDocument | null;
  unheard: number;
  why: string;
}

/** What `GET /api/firmware` answers. */
interface FirmwareDocument {
  running: string;
  carried: string;
  progress: { phase: string, done: number, of: number, why: string, text: string } | null;
}

/** The board's firmware; `told` is null until the table has said what it knows, `unheard` counts askings without an answer. */
interface FirmwareSheet extends Sheet {
  told: FirmwareDocument | null;
  unheard: number;
  why: string;
}

interface FaceSheet extends Sheet {
  set: string;
  face: number;
}

/** What a sheet shows while nothing is proposed. */
interface SheetContent {
  title: string;
  body: Child;
}

/** What a meld, or a discard that was missed, is wished to be. */
interface CallDraft {
  kind: string;
  seat: number;
  from: number;
  tile: string;
  /** Whether it is put in, not changed. */
  isNew?: boolean;
  /** Whether the palette is open. */
  palette?: boolean;
}

/** What people have told of a deal's end so far; hands and winning tiles by seat. */
interface OutcomeDraft {
  outcome: string;
  winners: number[];
  discarder: number | null;
  reason: string | null;
  hands: string[][];
  tiles: string[][];
  /** Whose winning tile nobody said: it is the last of the discarder's river. */
  fromRiver: number | null;
  ura: string[];
  /** What the palette fills: "hand:2", "tile:2", "ura". */
  field: string | null;
  /** Payments as typed, by seat; where people settle. */
  deltas: string[];
  amount: string;
  /** How often a button filled the fields. */
  filled: number;
  /** "tiles", or "value" alone. */
  by: string;
  /** What was said of each hand's value, by seat. */
  told: ToldDraft[];
}

/** Figures of a hand as people tap or type them; "" while nothing was said. */
interface ToldDraft {
  fan: string;
  fu: string;
  yakuman: number;
}

/** A list of tiles that a person fills. */
interface Field {
  key: string;
  label: string;
  tiles: string[];
  wanted: number;
}

/** A tile that may be corrected: the event that laid it, and where it stands in that event ("" is the event's own). */
type Target = { event: number; at: string; tile: string } & (
  | { zone: "river" | "flower"; seat: number; index: number }
  | { zone: "dora"; seat: null; index: number }
  | { zone: "hand" | "show" | "winning" | "ura" | "past"; seat: number | null; index?: undefined }
);

/** A meld and the events that made it. */
interface FoundMeld {
  seat: number;
  meld: Wire.MeldDocument;
  events: number[];
}

/** A correction that was rehearsed: its command, and what would follow from it. */
interface Proposal {
  name: string;
  data: CommandData;
  options: ProposalOptions;
  effect: Effect;
  seq: number;
  deal: number;
  note: string;
}

interface ProposalOptions {
  /** Show what follows in any case. */
  always?: boolean;
  /** Say in words what it means; its title is `lead`.title. */
  lead?: "end_game";
  /** The tile that the person sees: another one is shown first. */
  seen?: string;
}

/** What a correction changes. */
interface Effect {
  before: EffectSide;
  after: EffectSide;
  /** The events that it sets aside. */
  aside: number[];
}

/** The game on one side of a correction; null where the command says nothing of it. */
interface EffectSide {
  events: NumberedEvent[] | null;
  scores: number[] | null;
  results: Wire.ShortOutcomeDocument[];
  honba?: number;
  sticks?: number;
}

/** As a rehearsal's answer tells one side. */
interface RehearsedSide {
  events?: NumberedEvent[];
  scores?: number[];
  results?: Wire.ShortOutcomeDocument[];
  honba?: number;
  riichi_sticks?: number;
}

interface Refusal {
  title: string;
  detail: string;
  /** What `detail` says, for another language than English. */
  words?: Wire.WordsDocument[];
  note?: string;
  /** The later event that stands against it. */
  later?: ListedEvent | null;
  /** The command that sets that one aside. */
  force?: { name: string; data: CommandData } | null;
}

/** Scores as somebody types them for a correction. */
interface TypedScores {
  scores: number[];
  sticks: number | null;
  honba: number | null;
  reason: string;
  force: boolean;
}

type CommandData = Record<string, any>;

/** As `POST /api/cmd/NAME` answers. */
interface Answer {
  id?: string;
  ok: boolean;
  seq: number;
  error: { code: string; message: string; words?: Wire.WordsDocument[]; role?: string };
  data?: any;
}

interface CalibrationFigures {
  taken: number;
  problem: string;
  problem_words: Wire.WordsDocument[];
  report: CalibrationReport | null;
}

/** How well a lens fits a picture; lengths in pixels of it or in mm on the table. */
interface LensReport {
  residual_px: number;
  residual_mm: number;
  camera_mm: number[];
  focal_share: number;
  k1: number;
  k2: number;
  tile_px: number[];
  advice: string[];
  advice_words: Wire.WordsDocument[][];
}

/** How well the calibration fits: also each marker's misfit in px and mm, and how far the camera has moved. */
interface CalibrationReport extends LensReport {
  markers: Record<string, [number, number]>;
  moved_mm: number | null;
}

/** The answer to measuring the lens; `before` is null where no lens was stored. */
interface LensFigures {
  measured: number;
  lens_from: string;
  edges: number;
  before: LensReport | null;
  after: LensReport;
}

/** The lens that is being measured, that could not be measured, or that was. */
type MeasuredLens =
  | { isBusy: true; problem?: undefined; after?: undefined }
  | { isBusy?: undefined; problem: string; problem_words: Wire.WordsDocument[]; after?: undefined }
  | (LensFigures & { isBusy?: undefined; problem?: undefined });

/** The answer to drawing seats: what was done step by step, and who sits where. */
interface DrawnSeats {
  steps: SeatingStep[];
  names: string[];
  first_dealer: number;
  /** Drawn in the middle of a game, not for the form of the next. */
  redrawn?: boolean;
}

interface SeatingStep {
  what: string;
  who: string;
  total: number | null;
  wind: string | null;
  found: string | null;
}

/** What can be chosen about a preset, the preset's own value first. */
interface StartSetting {
  option: string;
  choices: string[];
  /** Under which name the texts are, where tables say another word than the option's. */
  words?: string;
}

/** Who this browser is to the table. */
interface Session {
  role: string;
  is_asked: boolean;
  device: string;
  until: string | null;
  https_port: number | null;
}

/** A table as the hall's page keeps it. */
interface HallCard {
  name: string;
  status: string;
  /** Whether the hall has forgotten the table. */
  gone?: boolean;
  /** How old it was when the hall sent it, null for one that never spoke. */
  age_s: number | null;
  deals: number;
  /** Where its own page is; "" where it does not say. */
  page: string;
  state: Wire.StateDocument | null;
  /** By the page's clock, in seconds. */
  heardAt: number | null;
}

/** As wire/library_documents.py says; `end`: over, void, early, given_up, in_play, unreadable. */
interface ListedGame {
  number: number;
  id: string;
  started_at: string;
  ended_at: string | null;
  rules: string;
  end: string;
  seats: number[];
  names: string[];
  scores: number[];
  ranks: number[];
  /** Scores by seat, before the first deal and after each. */
  curve: number[][];
  deals: number;
}

interface ListedDeal {
  number: number;
  deal_label: string;
  honba: number;
  /** Its place in `game.results`. */
  result: number | null;
}

/** A game that was opened again. */
interface OpenedGame {
  listed: ListedGame;
  state: Wire.StateDocument;
  game: Wire.GameDocument;
  deals: ListedDeal[];
}

/** A deal step by step: each with what differs from the one before. */
interface ReplayedDeal {
  id: string;
  number: number;
  deals: number;
  deal_label: string;
  honba: number;
  steps: { at: string; event: any; state: any; board: any }[];
  result: Wire.ResultDocument | null;
}

/** As wire/house_rules_documents.py says. */
interface HouseRules {
  id: number;
  name: string;
  rules: string;
  settings: Record<string, string>;
  /** Why no game can begin by them any more, or "". */
  problem: string;
  problem_words: Wire.WordsDocument[];
}

/** An option of a preset; meaning and allowed are English. */
interface PresetOption {
  section: string;
  option: string;
  value: string;
  choices: string[];
  allowed: string;
  meaning: string;
  source: string;
}

/** One thing that a hand can be worth; `open_fan`: of an open hand, null where it is the same, 0: not when open. */
interface TableLine {
  rule: string;
  clause: string;
  points: number;
  fan: number;
  open_fan: number | null;
  is_maximum: boolean;
  tiles: string[];
}

/** As wire/people_documents.py says. */
interface PersonCard {
  id: number;
  name: string;
  colour: string;
  /** A tile, or "". */
  picture: string;
  games: number;
  last: string | null;
}

interface Figures {
  games: number;
  places: number[];
  score: number;
  deals: number;
  wins: number;
  tsumo: number;
  won: number;
  deal_ins: number;
  paid: number;
  riichi: number;
  calls: number;
}

interface RulesPlayed {
  rules: string;
  unit: string;
  games: number;
}

interface PeopleTable {
  rows: (Figures & { id: number | null; name: string })[];
  rules: RulesPlayed[];
  unit: string;
}

interface BestHand {
  points: number;
  hand: Wire.WinDocument;
  game: string;
  deal: number;
  rules: string;
  at: string;
}

interface Rival {
  name: string;
  games: number;
  ahead: number;
  difference: number;
}

interface CareerGame {
  id: string;
  at: string;
  place: number;
  score: number;
  total: number;
}

interface Career {
  person: PersonCard;
  figures: Figures;
  rules: RulesPlayed[];
  unit: string;
  best: BestHand | null;
  rivals: Rival[];
  curve: CareerGame[];
  newest: CareerGame[];
}

/** A tile of a drawing: `turned` on its side, `above` it another one on its side, or `apart` from those before. */
interface LyingTile {
  tile: string;
  turned?: boolean;
  above?: string;
  apart?: boolean;
}

/** How a tile is shown: see `tileView`. */
interface TileOptions {
  sideways?: boolean;
  dimmed?: boolean;
  raised?: boolean;
  /** Whether the table asks about it. */
  asked?: boolean;
  /** A flower that counts under a guessed name. */
  nameless?: boolean;
  note?: string;
  silent?: boolean;
  key?: string | number;
  /** Its place in the words of places.js: a tap opens the sheet on which it is corrected. */
  touch?: string;
  /** Whether it is the one of its row that the tabulator reaches. */
  first?: boolean;
}

type KeysOf<Union> = Union extends unknown ? keyof Union : never;

/** The members of a union, each with the others' fields as absent ones: a field may be asked for before the type. */
type Whole<Union, Keys extends PropertyKey = KeysOf<Union>> = Union extends unknown
  ? Union & { [Key in Exclude<Keys, keyof Union>]?: undefined }
  : never;

/** An event of the journal; `type` says which. */
type GameEvent = Whole<
  | Wire.AbortClaimed | Wire.Called | Wire.DealStarted | Wire.DealVoided | Wire.Discarded | Wire.Drawn
  | Wire.ExhaustiveDraw | Wire.FineJudged | Wire.FlowerLaid | Wire.GameStarted | Wire.HandShown | Wire.IndicatorTurned
  | Wire.KongDeclared | Wire.PenaltyDeclared | Wire.PointsPenalized | Wire.ResultTyped | Wire.ScoresSet | Wire.SeatsRedrawn | Wire.StakeLaid | Wire.TimeCalled | Wire.WinsCounted | Wire.WinsDeclared
>;

interface NumberedEvent {
  seq: number;
  event: GameEvent;
  /** Whether a correction has set it aside. */
  aside: boolean;
}

/** An event of a deal as the command `events` lists it. */
interface ListedEvent extends NumberedEvent {
  /** What the journal calls its cause. */
  cause: string;
  at: string;
  corrections: number[];
  by_person: boolean;
  doubtful: boolean;
  scores: number[];
}

/** The answer to the command `events`: a deal of so many. */
interface ListedEvents {
  deal: number;
  deals: number;
  events: ListedEvent[];
}

/** What a button of a sheet or of a lesson does: its `data-arg`, its `data-value`, the form that it stands in. */
type Handler = (page: Page, argument: string, value: string, form: HTMLFormElement) => unknown;

/** A value to choose, and how it is named. */
type Choice = [value: string | number, text: string];

/** A place of the walls as a screen names it. */
interface WallPlace {
  seat: number;
  number: number;
}

interface Navigator {
  /** iOS says so of a page on the home screen. */
  standalone?: boolean;
}

/** One view of the table and its ways to change something. */
interface Page {
  documents: Documents;
  wishes: Wishes;
  wish(changes: Partial<Wishes>): void;
  /** The newest journal entry that the page has seen. */
  seq(): number | null;
  /** The number of the newest deal; 0 before there is one. */
  deal(): number;
  useLanguage(code: string): Promise<void>;
}

/** What `h` takes as a child: false, null and undefined leave it out. */
type Child = Node | string | number | boolean | null | undefined | Child[];

/** The attributes that `h` sets; it leaves false, null and undefined out, true is an empty one. */
type Attributes = Record<string, string | number | boolean | null | undefined>;

/** What a text of the catalogue is filled with. */
type TextValues = Record<string, string | number | null | undefined>;

/** The browser's offer to install the page, which TypeScript does not know of. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

interface WindowEventMap {
  beforeinstallprompt: InstallPrompt;
}

/** As wire/set_up_documents.py says. */
interface BoardStep {
  ports: { path: string; likely: boolean }[];
  port: string;
  state: string;
  trouble: string;
  sentence: string;
  sentence_words: Wire.WordsDocument[];
}

interface CameraStep {
  cameras: { address: string; name: string }[];
  address: string;
  state: string;
  number: number;
  size: number[];
  light: string;
  sharpness: number;
  problem: string;
  problem_words: Wire.WordsDocument[];
}

interface SeenMarker {
  number: number;
  /** Shares of the picture's width and height. */
  corners: number[][];
}

interface MarkersStep {
  markers: SeenMarker[];
  surface_mm: number;
  marker_mm: number;
  tile_mm: number[];
  report: CalibrationReport | null;
  problem: string;
  problem_words: Wire.WordsDocument[];
}

interface TilesStep {
  height_mm: number;
  width_mm: number;
  thickness_mm: number;
  /** By how many tiles the camera has seen it; 0 where it was typed. */
  measured: number;
  problem: string;
  problem_words: Wire.WordsDocument[];
}

interface SetsStep {
  sets: { set: string; name: string; taught: string; choices: string[] }[];
  /** Taught sets that lie with this table. */
  stored: string[];
}

interface TestedPart {
  part: string;
  side: number | null;
  /** "" where it was not tested. */
  result: string;
}

interface MachineStep {
  has_board: boolean;
  state: string;
  parts: TestedPart[];
  pressed: TestedPart[];
  next: string;
  set: string;
  fault: { id: string; code: string; text: string; action: string } | null;
  notices: { code: string; part: string; side: number | null }[];
  refusal: string;
  sentence: string;
  sentence_words: Wire.WordsDocument[];
  counted: number;
  count_of: number;
}

interface RulesStep {
  presets: string[];
  rules: string;
  options: Record<string, string>;
}

interface PinsStep {
  must: boolean;
  tablets: boolean;
  are_set: boolean;
  table: string;
  admin: string;
  address: string;
}

interface SetUpDocument {
  step: string;
  steps: { name: string; done: boolean }[];
  language: string;
  file: string;
  code: string;
  failure: string;
  failure_words: Wire.WordsDocument[];
  again: boolean;
  board: BoardStep | null;
  camera: CameraStep | null;
  markers: MarkersStep | null;
  tiles: TilesStep | null;
  sets: SetsStep | null;
  machine: MachineStep | null;
  rules: RulesStep | null;
  pins: PinsStep | null;
}
