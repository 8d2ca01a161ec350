import type { EditRow } from '#shared/contract/views/edit-views.ts';
import { formatDate, formatInstant, isCalendarDate } from '#shared/values/dates.ts';
import { isJsonObject, JsonDecimal, stringifyJson, type JsonValue } from '#shared/json/json.ts';
import { formatAmount } from '#shared/values/money.ts';
import type { FieldDifference } from '#shared/edit.ts';
import { marked } from '#shared/odd-characters.ts';
import { areProperties, propertyTexts } from '#shared/records/property-texts.ts';
import { t, type PlainId } from '#shared/messages/t.ts';
import { countryName, listOf } from '#shared/values/language.ts';
import { spelled, spoken } from '#shared/values/readable.ts';
import { integerOf, type FieldFact } from '#shared/records/field.ts';
import { fieldsOf } from '#shared/records/record.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import type { ReferenceKind } from '#shared/references/reference-kind.ts';
import { referenceKindAt } from '#shared/references/reference-places.ts';

/** The display text of a field's value. `undefined` and null are shown as a named absence, never as an empty string. */
export interface ValueWords {
  text: string;
  absent: boolean;
  figures: boolean;
}

/** Fields that only requests have; records do not show them ("Endpoints 1, 2, 5"). */
const requestFields: Record<string, { label: PlainId; type: FieldFact['type'] }> = {
  amountInInvoiceCurrency: { label: 'records.field.amount', type: 'money' },
  paymentDate: { label: 'records.field.paymentDate', type: 'date' },
  bankAccountId: { label: 'records.field.bankAccount', type: 'uuid' },
  content: { label: 'records.field.comment', type: 'text' },
  resourceId: { label: 'records.field.about', type: 'uuid' },
  priceOverwrite: { label: 'records.field.price', type: 'money' },
  quantity: { label: 'records.field.quantity', type: 'number' },
  productId: { label: 'records.field.product', type: 'uuid' },
};

/** The reference kind of a record's field or of an edit's body; null for no reference. */
export function referredAt(kind: RecordKind, path: readonly string[]): ReferenceKind | null {
  return referenceKindAt(kind, path) ?? referenceKindAt('edit', path);
}

/** The fact of a path of a record or of a request's body; unknown paths are named by their last part. */
export function factOf(kind: RecordKind, path: readonly string[]): Pick<FieldFact, 'label' | 'type' | 'currencyPath'> {
  let facts: FieldFact[] | undefined = fieldsOf(kind);
  const labels: string[] = [];
  for (const part of path) {
    const fact: FieldFact | undefined =
      facts?.find((f) => f.path.at(-1) === part && f.path.length === 1) ?? facts?.find((f) => f.path.at(-1) === part);
    if (!fact) {
      const sent = requestFields[path.at(-1) ?? ''];
      return sent ? { ...sent, label: t(sent.label) } : { label: spoken(path.at(-1) ?? ''), type: 'text' };
    }
    labels.push(fact.label);
    if (part === path.at(-1))
      return { label: listOf(labels), type: fact.type, ...(fact.currencyPath ? { currencyPath: fact.currencyPath } : {}) };
    facts = fact.items;
  }
  return { label: '', type: 'text' };
}

/** The fields that an edit sets: old and new values, or the entered values of a creating edit. The amount is shown apart. */
export function changesOf(edit: EditRow): FieldDifference[] {
  if (edit.changes.length > 0) return edit.changes;
  const apart = new Set(['amountInInvoiceCurrency', 'resourceId']);
  return Object.entries(edit.body ?? {}).flatMap(([name, mine]) => (apart.has(name) || mine === undefined ? [] : [{ path: [name], mine }]));
}

export function wordsOf(value: unknown, type: FieldFact['type'], currency: string | null, locale: string): ValueWords {
  if (value === undefined || value === null) return { text: t('values.notKnown'), absent: true, figures: false };
  if (value === '') return { text: t('values.empty'), absent: true, figures: false };
  const minor = type === 'money' ? integerOf(value as JsonValue) : null;
  if (minor !== null) return { text: formatAmount(minor, currency, locale), absent: false, figures: true };
  if (type === 'date' && typeof value === 'string')
    return { text: isCalendarDate(value) ? formatDate(value) : value, absent: false, figures: true };
  if (type === 'instant' && typeof value === 'string') return { text: formatInstant(value), absent: false, figures: true };
  if (type === 'country' && typeof value === 'string') return { text: countryName(value) ?? spelled(value), absent: false, figures: false };
  if (type === 'uuid' && typeof value === 'string') return { text: value.slice(0, 8), absent: false, figures: true };
  return { text: plain(value), absent: false, figures: typeof value !== 'string' };
}

function plain(value: unknown): string {
  if (typeof value === 'string') return marked(value);
  if (typeof value === 'boolean') return t(value ? 'values.yes' : 'values.no');
  if (value instanceof JsonDecimal) return value.text;
  if (areProperties(value as JsonValue))
    return propertyTexts(value as JsonValue)
      .map(({ name, text }) => plain(t('values.named', { name, value: text || '–' })))
      .join(' · ');
  if (Array.isArray(value)) return value.length === 0 ? t('values.none') : listOf(value.map(plain));
  if (isJsonObject(value))
    return listOf(
      Object.entries(value)
        .filter(([, inner]) => inner !== undefined && inner !== null)
        .map(([key, inner]) => `${spoken(key)} ${plain(inner)}`),
    );
  return stringifyJson(value as JsonValue);
}
