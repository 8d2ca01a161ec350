import { t } from '#shared/messages/t.ts';
import { SvelteMap } from 'svelte/reactivity';
import type { EditRow, RecordView } from '#shared/contract/views/views.ts';
import type { FormField } from '#shared/edits/edit-form.ts';
import type { EditKind } from '#shared/edits/edit-kind.ts';
import { openOf, withoutPayment } from '#shared/edits/payments-here.ts';
import { sameAt } from '#shared/bank-number.ts';
import { jsonEqual, type JsonObject, type JsonValue } from '#shared/json/json.ts';
import { valueAt, withValue } from '#shared/json/json-path.ts';
import { amountEntryText, formatAmount } from '#shared/values/money.ts';
import type { RecordRef } from '#shared/records/record-kind.ts';
import type { CustomPropertyInput } from '#shared/records/custom-property.ts';
import type { ReferenceKind } from '#shared/references/reference-kind.ts';
import { referenceKindAt } from '#shared/references/reference-places.ts';
import { fieldOfErrorPath } from '#shared/service/service-error.ts';
import type { FieldIssue } from '#shared/contract/errors.ts';
import type { Commands } from '#renderer/state/keyboard/commands.svelte.ts';
import { Doubts } from './doubts.svelte.ts';
import { readAs, readEntry, shownText, textOfValue, type Entry, type EntryContext } from './entry.ts';
import { fieldWarning } from '#renderer/pages/edit-form/fields/field-warning.ts';
import { openText, suggestionFor, type Suggestion } from './suggestions.ts';
import type { Typed } from './typed.svelte.ts';

export const keyOf = (path: readonly string[]): string => path.join('.');

/**
 * One form for one kind of edit on one record. Only what the person changed becomes the body. A text that can be read two ways asks once;
 * the service's and the kind's own complaints land beside their fields.
 */
export class EditForm {
  readonly kind: EditKind;
  readonly fields: FormField[];
  readonly texts = new SvelteMap<string, string>();
  readonly issues = new SvelteMap<string, string>();
  readonly choices = new SvelteMap<string, { label: string; text: string }[]>();
  readonly doubts = new Doubts((key) => this.texts.get(key));
  /** Fields that hold what is nearly always entered there, with why, until a person changes them. */
  readonly suggested = new SvelteMap<string, string>();
  properties = $state.raw<CustomPropertyInput[]>([]);
  /** The problem of the whole form. */
  problem = $state<string | null>(null);
  saving = $state(false);

  readonly #view: RecordView;
  #newest = $state.raw<RecordView | null>(null);
  readonly #locale: string;
  readonly #changing: EditRow | null;
  readonly #start: Map<string, string>;
  readonly #given: CustomPropertyInput[];

  constructor(kind: EditKind, view: RecordView, locale: string, changing: EditRow | null = null) {
    this.kind = kind;
    this.#view = withoutPayment(view, changing?.id ?? null);
    this.#locale = locale;
    this.#changing = changing;
    this.fields = kind.form.filter(({ onlyWhen }) => !onlyWhen || valueAt(view.view, onlyWhen.path) === onlyWhen.equals);
    for (const field of this.fields) this.texts.set(keyOf(field.path), textOfValue(field, this.#startOf(field), this.contextOf(field)));
    const given = changing?.body?.['customProperties'];
    if (Array.isArray(given)) this.properties = given as unknown as CustomPropertyInput[];
    this.#start = new Map(this.texts);
    const open = openText(this.#view, kind, locale);
    for (const field of this.fields) this.suggest(field, suggestionFor(field, this.textOf(field), open));
    this.#given = this.properties;
    this.#takeReason();
  }

  /** Edits that set fields of a record start with what the record has; those that create something start empty. */
  get setsFields(): boolean {
    return this.kind.repeat !== 'creates';
  }

  /** The user's input since the form opened; null without any. */
  get typed(): Typed | null {
    const texts = [...this.texts].filter(([key, text]) => text !== this.#start.get(key));
    return texts.length === 0 && this.properties === this.#given ? null : { texts, properties: this.properties };
  }

  /** Puts back what was typed before the form was closed. */
  putBack({ texts, properties }: Typed): void {
    for (const [key, text] of texts) if (this.texts.has(key)) this.texts.set(key, text);
    this.properties = properties;
  }

  /** The record that the form is for; null for a form for several. */
  get record(): RecordRef | null {
    const { kind, id } = this.#view.row;
    return id === '' ? null : { kind, id };
  }

  /** The currency that a bank account entered here should have; null where any will do. */
  get accountCurrency(): string | null {
    return this.#view.row.kind === 'invoiceReceivable' ? this.#view.row.currency : null;
  }

  /** Fills in what is nearly always entered, unless something else stands there already. */
  suggest({ path }: FormField, suggestion: Suggestion | null): void {
    const key = keyOf(path);
    if (!suggestion || this.#changing || !['', suggestion.text].includes(this.texts.get(key) ?? '')) return;
    this.texts.set(key, suggestion.text);
    this.#start.set(key, suggestion.text);
    this.suggested.set(key, suggestion.why);
  }

  readonly headings = $derived.by(() => [...new Set(this.fields.map((field) => field.heading))]);

  contextOf(field: FormField): EntryContext {
    const currency = field.currencyPath ? valueAt(this.#view.view, field.currencyPath) : null;
    return { currency: typeof currency === 'string' ? currency : null, locale: this.#locale };
  }

  /** The reference kind of a field's identifiers; null for other fields. */
  refersAt({ input, path }: FormField): ReferenceKind | null {
    return input === 'uuid' || input === 'uuids' ? referenceKindAt(this.kind.kind, path) : null;
  }

  textOf({ path }: FormField): string {
    return this.texts.get(keyOf(path)) ?? '';
  }

  /** The record's value of this field as text; for "old → new". */
  oldText(field: FormField): string {
    return textOfValue(field, this.#originalOf(field), this.contextOf(field));
  }

  /** The line under a field: its parsed text and the service's value. */
  hintOf(field: FormField): string | undefined {
    const { amountMinor, currency } = this.#view.row;
    if (field.besideAmount !== undefined && amountMinor !== null && this.amounts.length === 0)
      return t(field.besideAmount, { amount: formatAmount(amountMinor, currency, this.#locale) });
    const said = [readAs(field, this.#entryOf(field), this.contextOf(field)), this.#serviceSaid(field)].filter((part) => part !== '');
    return said.length === 0 ? undefined : said.join(' · ');
  }

  /** The record is another now: what the service has is said as it is. What was seen at the opening stays what an edit is compared with. */
  hear(view: RecordView): void {
    this.#newest = view;
  }

  /** The service's present value of this field when it changed since the form was opened; null otherwise. */
  movedText(field: FormField): string | null {
    const [before, now] = [this.#view.service, this.#newest?.service];
    if (!this.setsFields || !before || !now) return null;
    const [was, is] = [before, now].map((service) => textOfValue(field, valueAt(service, field.path), this.contextOf(field)));
    return is === undefined || was === is ? null : is;
  }

  #serviceSaid(field: FormField): string {
    const moved = this.movedText(field);
    if (moved !== null) return t('form.service.moved', { value: shownText(field, moved) || t('form.empty') });
    if (!this.setsFields || !this.isChanged(field)) return '';
    const { service } = this.#view;
    const old = service ? textOfValue(field, valueAt(service, field.path), this.contextOf(field)) : this.oldText(field);
    return old === '' ? '' : t('form.service', { value: shownText(field, old) });
  }

  /** The calendar date that a field's text means, or null. */
  dateOf(field: FormField): string | null {
    const entry = this.#entryOf(field);
    return entry.kind === 'value' && typeof entry.value === 'string' ? entry.value : null;
  }

  /** The amount still open, without the payment that is being changed. */
  readonly open = $derived.by(() => openOf(this.#view));

  /** Amounts that are one key away: what is open as far as is known here, and the total. */
  readonly amounts = $derived.by(() => {
    const { amountMinor, currency } = this.#view.row;
    const known: ['atMost' | 'open' | 'total', string, bigint | null][] = [
      [this.open?.atMost ? 'atMost' : 'open', 'o', this.open?.minor ?? null],
      ['total', 't', amountMinor],
    ];
    if (!this.fields.some((field) => field.besideAmount !== undefined)) return [];
    return known.flatMap(([which, key, minor]) => {
      if (minor === null || minor === 0n) return [];
      const label = t(`form.amount.${which}`, { amount: formatAmount(minor, currency, this.#locale) });
      return [{ label, key, text: amountEntryText(minor, currency, this.#locale) }];
    });
  });

  /** Warnings while typing. Nothing is forbidden. */
  readonly warnings = $derived.by((): string[] => {
    const typed: JsonObject = {};
    for (const field of this.fields) {
      const entry = this.#entryOf(field);
      if (entry.kind === 'value' && entry.value !== undefined) typed[field.path.join('.')] = entry.value;
    }
    const { paid = null, row, view } = this.#view;
    const format = (minor: bigint, currency = row.currency) => formatAmount(minor, currency, this.#locale);
    return this.kind.warns?.(typed, { view, paid, open: this.open, format }) ?? [];
  });

  /** A doubt about one field while typing; the existing value raises none. */
  warningOf(field: FormField): string | null {
    const entry = this.#entryOf(field);
    return entry.kind === 'value' && this.isChanged(field) ? fieldWarning(field, entry.value) : null;
  }

  /** The parsed text of a field as the record would show it; unclear or wrong text stays as typed. */
  newText(field: FormField): string {
    const entry = this.#entryOf(field);
    return entry.kind === 'value' ? textOfValue(field, entry.value, this.contextOf(field)) : this.textOf(field);
  }

  /** Another way to write what is there already is no change. */
  isChanged(field: FormField): boolean {
    const old = this.oldText(field);
    return field.input !== 'customProperties' && this.textOf(field) !== old && !sameAt(field.path, this.newText(field), old);
  }

  type(field: FormField, text: string): void {
    const key = keyOf(field.path);
    this.texts.set(key, text);
    this.issues.delete(key);
    this.choices.delete(key);
    this.doubts.found.delete(key);
    this.suggested.delete(key);
    this.problem = null;
  }

  /** Reads a field when the person leaves it: what is wrong or unclear is said then, not at the end. */
  leave(field: FormField): Entry {
    const entry = this.#entryOf(field);
    if (entry.kind === 'invalid') this.issues.set(keyOf(field.path), entry.why);
    if (entry.kind === 'choose') this.choices.set(keyOf(field.path), entry.choices);
    return entry;
  }

  /** Records the edit, or changes the one that it was opened for. True when it is saved. */
  async save(commands: Commands): Promise<boolean> {
    const body = this.read();
    if (!body || this.saving) return false;
    // From here on, before anything is waited for: a second click finds it.
    this.saving = true;
    try {
      this.problem = await this.doubts.question();
      return this.problem === null && (await this.#send(commands, body));
    } finally {
      this.saving = false;
    }
  }

  async #send(commands: Commands, body: JsonObject): Promise<boolean> {
    const { kind, id } = this.#view.row;
    // Records received while the form is open were not seen: they are compared, not overwritten.
    const seen = this.setsFields || this.kind.form.some(({ input }) => input === 'money') ? this.#view.service : null;
    const answer = this.#changing
      ? await commands.change({ id: this.#changing.id, body, seen })
      : await commands.record({ kind: this.kind.kind, recordKind: kind, recordId: id, body, seen });
    if (!answer.ok) this.take(answer.issues);
    return answer.ok;
  }

  /** Puts each issue beside its field. */
  take(issues: FieldIssue[]): void {
    const rest: string[] = [];
    const paths = this.fields.map((field) => field.path);
    for (const issue of issues) {
      const path = fieldOfErrorPath(issue.path, paths);
      if (path) this.issues.set(keyOf(path), issue.message);
      else rest.push(issue.message);
    }
    this.problem = rest.length > 0 ? rest.join(' ') : null;
  }

  /** The first field that needs the person, for the focus. */
  firstTrouble(): string | null {
    return this.fields.map(({ path }) => keyOf(path)).find((key) => this.issues.has(key) || this.choices.has(key)) ?? null;
  }

  #originalOf(field: FormField): JsonValue | undefined {
    if (!this.setsFields) return undefined;
    return valueAt(this.#changing ? (this.#view.service ?? {}) : this.#view.view, field.path);
  }

  #startOf(field: FormField): JsonValue | undefined {
    // An amount that was entered in another currency is entered again.
    const entered = this.#changing?.currency ?? null;
    if (field.input === 'money' && entered !== null && entered !== this.contextOf(field).currency) return undefined;
    const typed = this.#changing?.body ? valueAt(this.#changing.body, field.path) : undefined;
    if (typed !== undefined) return typed;
    const known = this.#originalOf(field);
    return known ?? (field.startsWith && !this.#changing ? valueAt(this.#view.view, field.startsWith) : undefined);
  }

  #entryOf(field: FormField): Entry {
    return readEntry(field, this.textOf(field), this.contextOf(field));
  }

  /** The body that was entered, or null when something is wrong or unclear; the fields then say what. */
  read(): JsonObject | null {
    this.issues.clear();
    this.choices.clear();
    let body: JsonObject = {};
    for (const field of this.fields) {
      if (field.input === 'customProperties' || (this.setsFields && !this.isChanged(field))) continue;
      const entry = this.leave(field);
      if (entry.kind !== 'value') continue;
      if (entry.value !== undefined) body = withValue(body, field.path, entry.value);
      else if (field.required) this.issues.set(keyOf(field.path), t('form.needed', { field: field.label }));
      else if (this.oldText(field) !== '') body = withValue(body, field.path, field.input === 'uuids' ? [] : '');
    }
    if (this.properties.length > 0) body['customProperties'] = this.properties.map((input) => ({ ...input }));
    if (this.issues.size > 0 || this.choices.size > 0) return null;
    const isAsBefore = this.#changing?.body && jsonEqual(body, this.#changing.body) && this.#changing.state !== 'rejected';
    if (Object.keys(body).length === 0 || isAsBefore) {
      this.problem = t('form.noChanges');
      return null;
    }
    return body;
  }

  /** A rejected edit opens with the service's complaint beside its field. */
  #takeReason(): void {
    const reason = this.#changing?.reason;
    if (reason?.kind !== 'rejectedByService' || !reason.error) return;
    this.take(
      reason.error.errors.map((item) => ({ path: item.path ?? [], message: item.clientMessage ?? item.message ?? item.type ?? '' })),
    );
  }
}
