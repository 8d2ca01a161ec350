import { inSentence } from '#shared/values/language.ts';
import type { AppState } from '#renderer/state/connection/app-state.svelte.ts';
import { formatDate } from '#shared/values/dates.ts';
import { completingAt, fieldOffers, type Completing } from '#shared/query/complete.ts';
import type { Span } from '#shared/query/query.ts';
import { readDays } from '#shared/query/read-date.ts';
import { quoted } from '#shared/query/tokens.ts';
import { readable, spelled } from '#shared/values/readable.ts';
import { referenceWords } from '#shared/references/reference-words.ts';
import type { QueriedList } from './queried-list.ts';

/** One way to go on with what is being typed. */
export interface Offer {
  label: string;
  detail: string;
  count: number | null;
  /** The replacement of `span`. */
  piece: string;
  span: Span;
  /** A field still needs its value: the caret stays behind it. */
  open: boolean;
}

const mostOffers = 8;
/** A word of fewer letters is nearly always a word. */
const leastOfField = 2;

/** Completions of one list's query; names arrive later than the rest. */
export class Offers {
  list = $state.raw<Offer[]>([]);
  /** Taken by Enter without being chosen first: only a value is. */
  ready = $state(false);
  #turn = 0;
  readonly #app: AppState;
  readonly #records: QueriedList;

  constructor(app: AppState, records: QueriedList) {
    this.#app = app;
    this.#records = records;
  }

  clear(): void {
    this.#turn += 1;
    this.list = [];
    this.ready = false;
  }

  /** Every field, for who asks what there is. */
  all(text: string): void {
    this.clear();
    const span = { start: text.length, end: text.length };
    const gap = text === '' || text.endsWith(' ') ? '' : ' ';
    this.list = fieldOffers(this.#records.kind).map(({ piece, label }) => offerOf(span, piece, label, gap + piece));
  }

  async look(text: string, caret: number): Promise<void> {
    const turn = ++this.#turn;
    const at = completingAt(text, caret, this.#records.kind);
    this.ready = at !== null && at.at !== 'field';
    this.list = at === null ? [] : this.#known(at);
    if (at?.at !== 'value' || !at.column.refers) return;
    const { refers } = at.column;
    const { rows } = await this.#app.api.names.find({ kind: refers, text: at.typed, limit: mostOffers });
    if (turn !== this.#turn) return;
    this.list = rows.map(({ id, name, code, uses }) => {
      const label = name === null ? id.slice(0, 8) : code === null ? name : `${code} ${name}`;
      return offerOf(at.span, label, inSentence(referenceWords[refers].one), name === null ? id : quoted(label), uses);
    });
  }

  #known(at: Completing): Offer[] {
    if (at.at === 'field') {
      if (at.typed.length < leastOfField) return [];
      return at.fields.slice(0, mostOffers).map(({ piece, label }) => offerOf(at.span, piece, label));
    }
    if (at.at === 'words') return at.words.map((word) => offerOf(at.span, word));
    const typed = at.typed.toLowerCase();
    const { slot, type } = at.column;
    if (slot === 'status' || slot === 'currency') {
      const offers = this.#records.facets[slot].map(({ value, label = readable(value, this.#records.kind), count }) =>
        offerOf(at.span, label, '', quoted(slot === 'status' ? spelled(value).toLowerCase() : value), count),
      );
      return offers.filter(({ label, piece }) => `${label} ${piece}`.toLowerCase().includes(typed)).slice(0, mostOffers);
    }
    return type === 'date' || type === 'instant'
      ? dateOffers(typed, this.#records.today).map(([piece, detail]) => offerOf(at.span, piece, detail))
      : [];
  }
}

/** An offer for `span`; one that ends like a field's name still needs its value. */
function offerOf(span: Span, label: string, detail = '', piece = label, count: number | null = null): Offer {
  return { label, detail, count, piece, span, open: /[:>]$/.test(piece) };
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Days and months that a text may become, with what they mean. */
export function dateOffers(typed: string, today: string): [piece: string, detail: string][] {
  const month = Number(today.slice(5, 7)) - 1;
  const near = [0, 11, 10].map((back) => months[(month + back) % 12] ?? '');
  const offered = [...new Set(['today', 'yesterday', ...near, ...months, today.slice(0, 4), String(Number(today.slice(0, 4)) - 1)])];
  return offered
    .filter((piece) => piece.startsWith(typed))
    .slice(0, mostOffers)
    .map((piece) => [piece, daysInWords(piece, today)]);
}

function daysInWords(piece: string, today: string): string {
  const entry = readDays(piece, today);
  if (!entry || !('days' in entry)) return '';
  const { from, to } = entry.days;
  return from === to ? formatDate(from) : `${formatDate(from)} – ${formatDate(to)}`;
}
