import { t, type PlainId } from '#shared/messages/t.ts';
import { z } from '#shared/zod.ts';
import { exactNumber, JsonDecimal, type JsonValue } from '#shared/json/json.ts';
import { isCalendarDate, isInstant } from '#shared/values/dates.ts';

export type FieldType =
  'uuid' | 'money' | 'currency' | 'date' | 'instant' | 'text' | 'integer' | 'number' | 'boolean' | 'enum' | 'country' | 'object' | 'array';

/** The position of a field on a record page. */
export type FieldGroup = 'main' | 'amounts' | 'dates' | 'contact' | 'bank' | 'links' | 'lines' | 'technical';

/** The display properties of one field of the specification. */
export interface FieldFact {
  /** From the record's root, or, in `items`, from the item's. */
  path: string[];
  readonly label: string;
  /** The message of its label: headings of files are known by it in every language. */
  labelId: PlainId;
  type: FieldType;
  group: FieldGroup;
  /** Some edit kind sets it. */
  editable: boolean;
  /** For money: the field that names its currency, always from the record's root. */
  currencyPath?: string[];
  /** Said under its value: what cannot be done with it, where a user may expect it. */
  readonly note?: string | undefined;
  /** For objects and arrays of objects: the fields inside. Absent for arrays of plain values. */
  items?: FieldFact[];
}

/** The declaration of a field besides its schema. */
export interface FieldOptions {
  group?: FieldGroup;
  editable?: boolean;
  note?: PlainId;
}
type Described = Omit<FieldFact, 'path' | 'items' | 'label' | 'note'> & { noteId?: PlainId };

const described = z.registry<Described>();

/**
 * Every field accepts absence and null: for most records the specification does not show which may be null, and a record that lacks
 * one is still worth having.
 */
function describe<S extends z.ZodType>(schema: S, fact: Described): z.ZodOptional<z.ZodNullable<S>> {
  const field = schema.nullable().optional();
  described.add(field, fact);
  return field;
}

const declare =
  <S extends z.ZodType>(type: FieldType, group: FieldGroup, schema: S) =>
  (labelId: PlainId, { note, ...options }: FieldOptions = {}) =>
    describe(schema, {
      ...{ labelId, type, group: options.group ?? group, editable: options.editable ?? false },
      ...(note ? { noteId: note } : {}),
    });

const text_ = z.string();
const anyNumber = z.custom<number | bigint | JsonDecimal>(
  (value) => typeof value === 'number' || typeof value === 'bigint' || value instanceof JsonDecimal,
  { error: 'number' },
);

/** Any integer, as `bigint`. The service's int64 and int32 fields. */
export const integerValue = anyNumber
  .refine((value) => integerOf(value) !== null, { error: 'integer' })
  .transform((value) => integerOf(value) ?? 0n);

/** A value's exact integer, or null when it is not one. */
export function integerOf(value: JsonValue | undefined): bigint | null {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : null;
  if (!(value instanceof JsonDecimal)) return null;
  const exact = exactNumber(value.text);
  return exact instanceof JsonDecimal ? null : integerOf(exact);
}

export const uuid = declare('uuid', 'links', text_);
export const text = declare('text', 'main', text_);
export const currency = declare('currency', 'amounts', text_);
/** Non-exhaustive: any string passes through as it came ("Versioning"). */
export const enumeration = declare('enum', 'main', text_);
/** A country's code, as far as the service says one. */
export const country = declare('country', 'main', text_);
export const boolean = declare('boolean', 'main', z.boolean());
export const integer = declare('integer', 'main', integerValue);
export const number = declare('number', 'main', anyNumber);
export const date = declare('date', 'dates', text_.refine(isCalendarDate, { error: 'date' }));
export const instant = declare('instant', 'technical', text_.refine(isInstant, { error: 'date-time' }));
export const uuids = declare('array', 'links', z.array(text_));
export const texts = declare('array', 'main', z.array(text_));

/** Minor units of the currency that `currencyPath` names, as `bigint` ("What the service does"). */
export function money(labelId: PlainId, currencyPath: string[], options: FieldOptions = {}) {
  const { group = 'amounts', editable = false } = options;
  return describe(integerValue, { labelId, type: 'money', group, editable, currencyPath });
}

export function object<S extends z.ZodObject>(labelId: PlainId, schema: S, options: FieldOptions = {}) {
  return describe(schema, { labelId, type: 'object', group: options.group ?? 'main', editable: options.editable ?? false });
}

export function objects<S extends z.ZodObject>(labelId: PlainId, schema: S, options: FieldOptions = {}) {
  return describe(z.array(schema), { labelId, type: 'array', group: options.group ?? 'lines', editable: options.editable ?? false });
}

/** Anything at all, kept as it came. */
export function anything(labelId: PlainId, options: FieldOptions = {}) {
  return describe(
    z.custom<JsonValue>((value) => value !== undefined),
    { labelId, type: 'object', group: options.group ?? 'technical', editable: false },
  );
}

/** The facts of a schema's fields in the order of their declaration, which is the specification's. */
export function factsOf(schema: z.ZodObject): FieldFact[] {
  return Object.entries(schema.shape).map(([name, field]) => {
    const fact = described.get(field as z.ZodType);
    if (fact === undefined) throw new Error(`the field ${name} is not described`);
    const items = itemsOf(field as z.ZodType);
    const { noteId, ...facts } = fact;
    return {
      ...facts,
      path: [name],
      ...(items === null ? {} : { items: factsOf(items) }),
      get label() {
        return t(fact.labelId);
      },
      get note() {
        return noteId && t(noteId);
      },
    };
  });
}

function itemsOf(field: z.ZodType): z.ZodObject | null {
  let inner: unknown = field;
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable) inner = inner.unwrap();
  if (inner instanceof z.ZodArray) inner = inner.element;
  return inner instanceof z.ZodObject ? inner : null;
}
