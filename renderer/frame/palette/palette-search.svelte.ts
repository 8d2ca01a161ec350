import { readAllMessages } from '#renderer/state/language.svelte.ts';
import { t, type PlainId } from '#shared/messages/t.ts';
import { sentenceOfUnread } from '#renderer/state/feedback/refusals.ts';
import type { AppState } from '#renderer/state/connection/app-state.svelte.ts';
import { hrefOf, hrefOfRecord } from '#renderer/state/navigation/router.svelte.ts';
import { assertNever } from '#shared/assert-never.ts';
import { commandsOf } from '#renderer/pages/record/record-commands.ts';
import type { Hit } from '#shared/contract/views/search-views.ts';
import type { EditKind } from '#shared/edits/edit-kind.ts';
import { kindTitle, wordsOfActivity } from '#shared/messages/activity-words.ts';
import { dateOfEpoch, formatDate } from '#shared/values/dates.ts';
import { amountsIn } from '#shared/query/read-amounts.ts';
import { settledStates } from '#shared/service/invoice-states.ts';
import { formatDecimal } from '#shared/values/money.ts';
import { readable } from '#shared/values/readable.ts';
import { mostSearched, sentenceOfTooLong } from '#shared/messages/query-words.ts';
import { askedLists, type AskedList } from './palette-lists.ts';

/** Searches the whole cache while a user types; an answer that was overtaken by a later one is dropped. */
export class PaletteSearch {
  readonly #app: AppState;
  text = $state('');
  /** The number that the text is read as, in the user's own writing; null where it is none. */
  readonly readAs = $derived.by(() => {
    const [amount] = amountsIn(this.text, this.#app.locale);
    return amount ? formatDecimal(amount, this.#app.locale) : null;
  });
  hits = $state.raw<Hit[]>([]);
  /** Lists that understand the text as a query, with how many records each finds. */
  lists = $state.raw<(AskedList & { count: number })[]>([]);
  /** Why no list understands it; null where it is no query. */
  problem = $state<string | null>(null);
  #asked = 0;

  /** Its hits are said in words of every page: those are read once it is open. */
  constructor(app: AppState, isOpen: () => boolean) {
    this.#app = app;
    $effect(() => void (isOpen() && readAllMessages()));
  }

  look(text: string): void {
    if (text === this.text) return;
    this.text = text;
    void this.#ask(text.trim());
  }

  clear(): void {
    this.#asked += 1;
    this.text = '';
    this.hits = [];
    this.lists = [];
    this.problem = null;
  }

  async #ask(text: string): Promise<void> {
    const turn = ++this.#asked;
    const asked = askedLists(text, { locale: this.#app.locale, today: dateOfEpoch(Date.now()) });
    let problem = asked.problem;
    const [hits, counted] = await Promise.all([
      text ? this.#app.api.records.search({ text, limit: 12, locale: this.#app.locale }) : [],
      Promise.all(asked.lists.map(async (list) => ({ ...list, count: await this.#count(list) }))),
    ]).catch((error: unknown) => {
      problem ??= text.length > mostSearched ? sentenceOfTooLong() : sentenceOfUnread(error);
      return [[], []];
    });
    if (turn !== this.#asked) return;
    this.hits = hits;
    this.lists = counted.length > 1 ? counted.filter(({ count }) => count > 0) : counted;
    this.problem = problem;
  }

  #count({ kind, query }: AskedList): Promise<number> {
    const { api, locale } = this.#app;
    return kind === 'bankLine' ? api.statements.count({ query, locale }) : api.records.count({ kind, query, locale });
  }
}

export function hrefOfHit(hit: Hit): string {
  switch (hit.kind) {
    case 'edit':
      return hrefOf('outbox', hit.editId);
    case 'document':
      return hrefOf('documents', hit.record?.id);
    case 'activity':
      return hit.record ? hrefOfRecord(hit.record) : hrefOf('history');
    case 'record':
      return hit.record ? hrefOfRecord(hit.record) : hrefOf('today');
    default:
      return assertNever(hit.kind);
  }
}

const documentWords: Record<string, PlainId> = {
  known: 'frame.palette.document.known',
  fetching: 'frame.palette.document.fetching',
  here: 'frame.palette.document.here',
  failed: 'frame.palette.document.failed',
  hostile: 'frame.palette.document.hostile',
};

function wordsOfDocument(state: string): string {
  const id = documentWords[state];
  return id ? t(id) : state;
}

/** A hit in words: what it is called, and what tells it from others of that name. */
export function wordsOfHit(hit: Hit): { title: string; detail: string } {
  switch (hit.kind) {
    case 'edit':
      return { title: hit.detail, detail: kindTitle(hit.title) ?? hit.title };
    case 'document':
      return { title: hit.title, detail: wordsOfDocument(hit.detail) };
    case 'activity':
      return { title: wordsOfActivity({ what: hit.title, facts: {} }).message, detail: hit.detail.slice(0, 8) };
    case 'record': {
      const { status = null, date = null } = hit.facts ?? {};
      const { party = null } = hit;
      // An invoice is known by its customer first, anything else by what it is for.
      if (party !== null && hit.record?.kind === 'invoiceReceivable') return { title: party, detail: hit.title };
      const parts = [party ?? hit.detail, status && hit.record ? readable(status, hit.record.kind) : '', date ? formatDate(date) : ''];
      return { title: hit.title, detail: parts.filter((part) => part !== '').join(' · ') };
    }
    default:
      return assertNever(hit.kind);
  }
}

/** The meaning of a match's amount, or else its kind. */
export function labelOfHit(hit: Hit): string {
  const what = hit.amount?.what ?? 'amount';
  return what === 'amount' ? kindOfHit(hit) : t(`frame.palette.amount.${what}`);
}

/** Hits under their headings: what has exactly the amount that was typed, what comes close, and what has the words. */
export function hitGroups(hits: readonly Hit[], readAs: string | null): { heading: string; hits: { hit: Hit; place: number }[] }[] {
  const placed = hits.map((hit, place) => ({ hit, place }));
  return [
    { heading: t('frame.palette.exactly', { number: readAs ?? '' }), hits: placed.filter(({ hit }) => hit.amount?.exact === true) },
    { heading: t('frame.palette.close'), hits: placed.filter(({ hit }) => hit.amount?.exact === false) },
    { heading: t('frame.palette.here'), hits: placed.filter(({ hit }) => !hit.amount) },
  ].filter((group) => group.hits.length > 0);
}

/** The command that records a payment of a matched invoice; null for other matches. */
export function paymentOf({ record, facts }: Hit): EditKind | null {
  if (record?.kind !== 'invoiceReceivable' || settledStates.includes(facts?.status ?? '')) return null;
  return commandsOf({ kind: record.kind, status: facts?.status ?? null }).find(({ key }) => key === 'recordPayment') ?? null;
}

function kindOfHit(hit: Hit): string {
  if (hit.kind === 'record' && hit.record) return t(`kinds.one.${hit.record.kind}`);
  return t(`frame.palette.kind.${hit.kind}`);
}
