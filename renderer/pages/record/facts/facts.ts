import { inSentence } from '#shared/values/language.ts';
import { t } from '#shared/messages/t.ts';
import type { PendingField, RecordRow, RecordView } from '#shared/contract/views/views.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '#shared/json/json.ts';
import { valueAt } from '#shared/json/json-path.ts';
import { integerOf, type FieldFact, type FieldGroup } from '#shared/records/field.ts';
import { fieldsOf } from '#shared/records/record.ts';

/** One line of a record page. */
export interface Fact {
  fact: FieldFact;
  value: JsonValue | undefined;
  currency: string | null;
  pending: PendingField | null;
}

/** Facts under one heading. `behind`: identifiers and technical fields, folded away. `own`: an object of the record, which its name heads. */
export interface FactGroup {
  /** Null for an object of the record. */
  name: FieldGroup | null;
  label: string;
  facts: Fact[];
  behind: boolean;
  own: boolean;
}

const groupOrder: FieldGroup[] = ['main', 'amounts', 'dates', 'contact', 'bank', 'links', 'technical'];
const isBehind = (group: FieldGroup): boolean => group === 'links' || group === 'technical';

/** An object with this many members is a heading of its own; a smaller one stands among the others. */
const OWN_HEADING = 3;

const isEmpty = (value: JsonValue | undefined): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** Every field of the specification that has a value, or an edit over it, in groups. Lines, custom properties and failures stand apart. */
export function factGroupsOf(view: RecordView): FactGroup[] {
  const facts = fieldsOf(view.row.kind).filter((fact) => fact.path[0] !== 'customProperties' && fact.path[0] !== 'failureContext');
  const objects = facts.filter((fact) => fact.type === 'object' && (fact.items?.length ?? 0) >= OWN_HEADING);
  const plain = facts.filter((fact) => !objects.includes(fact) && !(fact.type === 'array' && fact.items)).flatMap(membersOf);
  const groups = groupOrder.map((group) => ({
    name: group,
    label: t(`record.group.${group}`),
    facts: plain.filter((fact) => fact.group === group),
    behind: isBehind(group),
    own: false,
  }));
  const own = objects.flatMap((object) => {
    const items = (object.items ?? []).map((item) => ({ ...item, path: [...object.path, ...item.path] }));
    const [technical, others] = [items.filter(({ group }) => group === 'technical'), items.filter(({ group }) => group !== 'technical')];
    return [
      { name: null, label: object.label, facts: others, behind: isBehind(object.group), own: true },
      { name: null, label: object.label, facts: technical, behind: true, own: true },
    ];
  });
  return [...groups, ...own]
    .map((group) => ({ ...group, facts: group.facts.map((fact) => factOf(fact, view)).filter(isShown) }))
    .filter((group) => group.facts.length > 0);
}

/** Distinguishing fields come first. */
const leading = ['customerId', 'performedDate', 'performedAt', 'reference', 'invoiceDate', 'dueDate', 'userId', 'amount'];

/** Facts of several groups as one list. */
export function factsInOrder(groups: FactGroup[]): Fact[] {
  const facts = groups.flatMap((group) => group.facts);
  const first = leading.flatMap((path) => facts.filter(({ fact }) => fact.path.join('.') === path));
  return [...first, ...facts.filter((fact) => !first.includes(fact))];
}

/** Everyday facts as a page shows them: a long record by its sections, another as one list, what is an object of its own after it. */
export function sectionsOf(groups: FactGroup[], several: boolean): FactGroup[] {
  const everyday = groups.filter(({ behind }) => !behind);
  if (several) return everyday;
  const facts = factsInOrder(everyday.filter(({ own }) => !own));
  return [{ name: 'main', label: t('record.group.main'), facts, behind: false, own: false }, ...everyday.filter(({ own }) => own)];
}

/** The groups without what a record's head says already; what can be edited, or has an edit over it, stays. */
export function unsaidIn(row: RecordRow, groups: FactGroup[]): FactGroup[] {
  const said = groups.flatMap(({ facts }) => facts.filter((each) => isSaid(row, each)));
  const codes = new Set(said.flatMap(({ fact }) => (fact.currencyPath ? [fact.currencyPath.join('.')] : [])));
  const stays = (each: Fact): boolean =>
    each.pending !== null || each.fact.editable || !(said.includes(each) || codes.has(each.fact.path.join('.')));
  return groups.map((group) => ({ ...group, facts: group.facts.filter(stays) })).filter((group) => group.facts.length > 0);
}

/** Its name, its state or its amount, as they stand in the head. */
function isSaid({ title, subtitle, status, amountMinor, currency }: RecordRow, { fact, value, currency: code }: Fact): boolean {
  if (fact.type === 'enum') return value === status;
  if (fact.type === 'text') return value === title || value === subtitle;
  return fact.type === 'money' && amountMinor !== null && integerOf(value) === amountMinor && code === currency;
}

const isShown = ({ value, pending }: Fact): boolean => !isEmpty(value) || pending !== null;

/** A small object is shown by its members, each named after both: "Phone, local number". */
function membersOf(fact: FieldFact): FieldFact[] {
  if (fact.type !== 'object' || !fact.items) return [fact];
  return fact.items.map((item) => ({
    ...item,
    path: [...fact.path, ...item.path],
    group: fact.group,
    label: `${fact.label}, ${inSentence(item.label)}`,
  }));
}

function factOf(fact: FieldFact, view: RecordView): Fact {
  const named = fact.currencyPath ? valueAt(view.view, fact.currencyPath) : null;
  const covering = view.pending.filter(({ path }) => path.join('.') === fact.path.join('.'));
  return {
    fact,
    value: valueAt(view.view, fact.path),
    currency: typeof named === 'string' ? named : null,
    pending: covering.at(-1) ?? null,
  };
}

/** Arrays of objects, each its own table: line items, approvers, notes. */
export function tablesOf(view: RecordView): { fact: FieldFact; rows: JsonObject[] }[] {
  return fieldsOf(view.row.kind)
    .filter((fact) => fact.type === 'array' && fact.items && fact.path[0] !== 'customProperties')
    .map((fact) => {
      const value = valueAt(view.view, fact.path);
      return { fact, rows: Array.isArray(value) ? value.filter(isJsonObject) : [] };
    })
    .filter(({ rows }) => rows.length > 0);
}

/** Fields that only name the row's record and company, which the page shows already. */
const isPlumbing = (item: FieldFact): boolean =>
  item.group === 'technical' ||
  ['companyId', 'vendorId', 'transactionId', 'expenseId', 'invoiceReceivableId'].includes(item.path.at(-1) ?? '');

/** Columns of a table: those that some row has a value in; identifiers and timestamps last. */
export function columnsOf(items: FieldFact[], rows: JsonObject[]): FieldFact[] {
  const worth = items.filter((item) => !isPlumbing(item) && !item.items && rows.some((row) => !isEmpty(valueAt(row, item.path))));
  const weight = (item: FieldFact): number => (item.type === 'text' ? 0 : item.type === 'uuid' ? 1 : item.type === 'money' ? 3 : 2);
  return [...worth].sort((a, b) => weight(a) - weight(b));
}
