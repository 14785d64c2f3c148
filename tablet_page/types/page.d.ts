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
  lens: any;
  noticeSeen: string;
  sticksSeen: string;
  rules: string | null;
  /** The hand that is being told tile by tile. */
  picked: { seat: number; tiles: string[] } | null;
  /** The open sheet, null while none is: a `Sheet`, whose kinds have fields of their own. */
  sheet: any;
  typed: TypedScores | null;
  drawn: any;
}

/** The sheet over the page: of which kind, what it is about, and how far it is. Each kind has fields of its own. */
interface Sheet {
  number: number;
  kind: string;
  proposal: Proposal | null;
  refusal: Refusal | null;
  busy: boolean;
  draft: any;
  [field: string]: any;
}

/** A correction that was rehearsed: its command, and what would follow from it. */
interface Proposal {
  name: string;
  data: CommandData;
  options: { always?: boolean; seen?: string };
  effect: any;
  seq: number;
  note: string;
}

interface Refusal {
  title: string;
  detail: string;
  note?: string;
  later?: Wire.NumberedEventDocument;
  force?: boolean;
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
  error: { code: string; message: string; role?: string };
  data?: any;
}

interface CalibrationFigures {
  taken: number;
  problem: string;
  report: any;
}

/** How a tile is shown: see `tileView`. */
interface TileOptions {
  sideways?: boolean;
  dimmed?: boolean;
  raised?: boolean;
  note?: string;
  silent?: boolean;
  key?: string | number;
  /** Its place in the words of places.js: a tap opens the sheet on which it is corrected. */
  touch?: string;
  /** Whether it is the one of its row that the tabulator reaches. */
  first?: boolean;
}

/** An event of a deal as the command `events` lists it. */
type ListedEvent = any;

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
  useLanguage(code: string): Promise<void>;
}

/** What `h` takes as a child: false, null and undefined leave it out. */
type Child = Node | string | number | boolean | null | undefined | Child[];
