import { sentenceOfUnread } from '#renderer/state/feedback/refusals.ts';
import type { Desk } from '#renderer/state/connection/desk.svelte.ts';
import { hrefOf, hrefOfRecord } from '#renderer/state/navigation/router.svelte.ts';
import { assertNever } from '#shared/assert-never.ts';
import type { Hit } from '#shared/contract/views/views.ts';
import { kindTitle, wordsOfActivity } from '#shared/messages/activity-words.ts';
import { dateOfEpoch, formatDate } from '#shared/values/dates.ts';
import { kindWords } from '#renderer/pages/record/kind-words.ts';
import { readable } from '#shared/values/readable.ts';
import { mostSearched, searchedTooLong } from '#shared/messages/query-words.ts';
import { askedLists, type AskedList } from './palette-lists.ts';

/** Searches the whole cache while a person types; an answer that was overtaken by a later one is dropped. */
export class PaletteSearch {
  text = $state('');
  hits = $state.raw<Hit[]>([]);
  /** Lists that understand the text as a query, with how many records each finds. */
  lists = $state.raw<(AskedList & { count: number })[]>([]);
  /** Why no list understands it; null where it is no query. */
  problem = $state<string | null>(null);
  #asked = 0;
  readonly #desk: Desk;

  constructor(desk: Desk) {
    this.#desk = desk;
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
    const asked = askedLists(text, { locale: this.#desk.locale, today: dateOfEpoch(Date.now()) });
    let problem = asked.problem;
    const [hits, counted] = await Promise.all([
      text ? this.#desk.api.records.search({ text, limit: 12 }) : [],
      Promise.all(asked.lists.map(async (list) => ({ ...list, count: await this.#count(list) }))),
    ]).catch((error: unknown) => {
      problem ??= text.length > mostSearched ? searchedTooLong : sentenceOfUnread(error);
      return [[], []];
    });
    if (turn !== this.#asked) return;
    this.hits = hits;
    this.lists = counted.length > 1 ? counted.filter(({ count }) => count > 0) : counted;
    this.problem = problem;
  }

  #count({ kind, query }: AskedList): Promise<number> {
    return this.#desk.api.records.count({ kind, query, locale: this.#desk.locale });
  }
}

/** Where a hit leads. */
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

const documentWords: Record<string, string> = {
  known: 'not here yet',
  fetching: 'being fetched',
  here: 'on this laptop',
  failed: 'failed',
  hostile: 'refused',
};

/** A hit in words: what it is called, and what tells it from others of that name. */
export function wordsOfHit(hit: Hit): { title: string; detail: string } {
  switch (hit.kind) {
    case 'edit':
      return { title: hit.detail, detail: kindTitle(hit.title) ?? hit.title };
    case 'document':
      return { title: hit.title, detail: documentWords[hit.detail] ?? hit.detail };
    case 'activity':
      return { title: wordsOfActivity({ what: hit.title, facts: {} }).says, detail: hit.detail.slice(0, 8) };
    case 'record': {
      const { status = null, date = null } = hit.facts ?? {};
      const parts = [hit.detail, status ? readable(status) : '', date ? formatDate(date) : ''];
      return { title: hit.title, detail: parts.filter((part) => part !== '').join(' · ') };
    }
    default:
      return assertNever(hit.kind);
  }
}

export function kindOfHit(hit: Hit): string {
  if (hit.kind === 'record' && hit.record) return kindWords[hit.record.kind].one;
  return { record: 'Record', edit: 'Edit', document: 'Document', activity: 'History' }[hit.kind];
}
