import { inEveryLanguage } from '#shared/messages/speak.ts';
import { listOf } from '#shared/values/language.ts';
import { isBankNumber, readBankNumber } from '#shared/bank-number.ts';
import { JsonDecimal, type JsonValue } from '#shared/json/json.ts';
import { quote, type FileProblem } from '#shared/messages/files/file-problem.ts';
import type { FieldFact } from '#shared/records/field.ts';
import { idFieldOf, recordId } from '#shared/records/record-id.ts';
import { fieldsOf, parseRecord } from '#shared/records/record.ts';
import { spoiledBy } from '#main/library/tables/spoiled-cell.ts';
import { isUuid } from '#shared/values/uuid.ts';
import type { ImportFacts } from '#main/library/reading/job-kinds.ts';
import type { Table } from '#main/library/tables/table.ts';
import { importFields, type Mapping } from '#main/library/imports/import-columns.ts';
import { matchFields } from '#main/library/imports/match-fields.ts';
import type { Read } from './import-text.ts';

/** The replacement characters that another encoding than UTF-8 leaves. */
const lostLetter = '\uFFFD';

/** True where a text of a value, a field's name included, has the character. */
function hasCharacter(value: JsonValue | undefined, character: string): boolean {
  if (typeof value === 'string') return value.includes(character);
  if (typeof value !== 'object' || value === null || value instanceof JsonDecimal) return false;
  for (const [name, each] of Object.entries(value)) if (name.includes(character) || hasCharacter(each, character)) return true;
  return false;
}

/**
 * Problems that make a record of the file unusable: no id, another company, a duplicate, fields of another type. `typed`: every value was read
 * from a cell as its field's type.
 */
export function problemsOf(
  { kind, companyId }: ImportFacts,
  records: readonly Read[],
  letters: ReadonlyMap<string, string>,
  typed: boolean,
): FileProblem[] {
  const problems: FileProblem[] = [];
  const lines = new Map<string, number>();
  const isMatched = letters.size > 0 && !letters.has(idFieldOf(kind));
  for (const record of records) {
    const { line, value } = record;
    const id = recordId(kind, value)?.toLowerCase() ?? null;
    const before = id === null ? undefined : lines.get(id);
    if (id === null || !isUuid(id)) {
      if (!isMatched || !matchFields[kind].some((field) => value[field] !== undefined)) problems.push({ line, what: 'noId' });
    } else if (before !== undefined) problems.push({ line, what: 'sameRecord', other: before });
    else lines.set(id, line);
    if (id !== null && kind !== 'invoicePayable' && Object.keys(value).length === 1) problems.push({ line, what: 'onlyId' });
    if (record.text?.includes(lostLetter) ?? hasCharacter(value, lostLetter)) problems.push({ line, what: 'lostLetters' });
    if (record.text?.includes('\\u0000') ?? hasCharacter(value, '\0')) problems.push({ line, what: 'hiddenZero' });
    const told = value['companyId'];
    if (typeof told === 'string' && companyId !== null && told.toLowerCase() !== companyId.toLowerCase())
      problems.push({ line, what: 'otherCompany' });
    for (const [name, text] of Object.entries(value)) {
      if (typeof text !== 'string' || !isBankNumber([name])) continue;
      const letter = letters.get(name);
      const at = letter === undefined ? {} : { at: `${letter}${line}` };
      const spoiled = spoiledBy(text);
      if (spoiled !== null) problems.push({ line, what: 'cell', quoted: name, text: quote(text), cell: spoiled, ...at });
      else if (!readBankNumber([name], text).ok) problems.push({ line, what: 'bankNumber', quoted: name, text: quote(text), ...at });
    }
    for (const { path, expected } of typed ? [] : parseRecord(kind, value).problems)
      problems.push({ line, what: 'fieldType', quoted: quote(path.join('.')), expected: quote(expected) });
  }
  return problems;
}

/** A table can only be called complete when it has every field that an update may set, the members of objects too. */
export function missingColumns({ kind }: ImportFacts, mapping: Mapping): FileProblem[] {
  const mapped = new Set(Object.values(mapping));
  const isMissing = (fact: FieldFact, within: readonly string[] = []) => fact.editable && !mapped.has([...within, ...fact.path].join('.'));
  const missing = fieldsOf(kind)
    .filter((fact) => isMissing(fact))
    .flatMap(({ path, label, type, items = [] }) => {
      const inner = type === 'object' ? items.filter((fact) => fact.editable) : [];
      const lacks = inner.filter((fact) => isMissing(fact, path));
      return inner.length === 0 || lacks.length === inner.length ? [label] : lacks.map((fact) => `${label} (${fact.label})`);
    });
  return missing.length === 0 ? [] : [{ line: 0, what: 'missingColumns', quoted: quote(listOf(missing)) }];
}

/** Two columns of one name would fill one field, the last one winning unseen: the user chooses. */
export function twins(table: Table, mapping: Mapping, { kind, guesses }: ImportFacts): FileProblem[] {
  if (!guesses) return [];
  const fields = importFields(kind);
  const wanted = table.columns.filter(({ twin, name }) => {
    if (!twin || mapping[name] !== undefined || / \(\d+\)$/.test(name)) return false;
    return (
      [...fields].some(([path, { labelId }]) => path === name || inEveryLanguage(labelId).includes(name)) &&
      !Object.values(mapping).includes(name)
    );
  });
  return wanted.map(({ name }) => ({ line: 0, what: 'columnTwice', quoted: quote(name) }));
}
