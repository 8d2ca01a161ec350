import type { JsonObject } from '#shared/json/json.ts';
import type { OpenAmount, PaidHere } from './payments-here.ts';

/** How a value is entered. `enum` suggests known values and takes any other; `number` is a decimal kept exact. */
export type FormInput = 'text' | 'paragraph' | 'money' | 'date' | 'currency' | 'uuid' | 'uuids' | 'number' | 'enum' | 'customProperties';

/** One field of a form that composes an edit's body. */
export interface FormField {
  /** Where the value goes in the body; for changes also where the record has its present value. */
  path: string[];
  label: string;
  input: FormInput;
  /** The form asks for it; the interface does not show what the service requires. */
  required: boolean;
  /** Fields of one heading stand together. */
  heading: string;
  /** Bank data: shown with a warning, reviewed always. */
  bank: boolean;
  /** For dates: it says when something happened. A day without its year is the last such day, and one after today is pointed out. */
  happened?: true;
  /** For money: the record's field that names the currency. */
  currencyPath?: string[];
  /** For money: what is said before the record's own amount, to compare with. */
  besideAmount?: string;
  /** Values to suggest; any other may be typed. */
  suggestions?: readonly string[];
  /** Where in the record a first value is found, when not at `path`. */
  startsWith?: string[];
  /** What is nearly always entered: filled in, and marked as suggested until a person changes it. */
  suggest?: 'today' | 'lastUsed';
  /** Shown only when the record's field holds this value. */
  onlyWhen?: { path: string[]; equals: string };
}

/** One field of a form; `path` with dots. */
export function field(path: string, label: string, input: FormInput, extras: Partial<FormField> = {}): FormField {
  return { label, input, required: false, heading: '', bank: false, ...extras, path: path.split('.') };
}

/** What people read about a kind of edit, wherever they meet it. */
export interface EditWords {
  /** Over its form: "Edit expense". */
  form: string;
  /** On the button of a record's page: "Edit". */
  button: string;
  /** On the button over several chosen records; null where each is decided by itself. */
  bulk: string | null;
  /** Among the review rules: "Expense updates". */
  rule: string;
  /** One of them, within a sentence: "expense update". */
  one: string;
  /** What no rule changes. */
  ruleFixed?: string;
  /** Where a person looks whether it was carried out, when its answer got lost. */
  lookFor: string;
}

/** The key that composes it on a record's page. */
export type EditKey = 'edit' | 'comment' | 'recordPayment';

/** How likely it is what a person came to a record for. Nothing is hidden: which states accept what is not shown. */
export type Likelihood = 'next' | 'usual' | 'seldom';

/** What is known of the record that an edit is composed on. */
export interface ComposedOn {
  state: string | null;
  complete: boolean;
  /** Of an invoice: what is known here of its payments, without one that is being changed. */
  paid: PaidHere | null;
}

/** What is known of the record while a form is filled in. */
export interface WhileTyping {
  /** With open edits on top. */
  view: JsonObject;
  /** Of an invoice: what is known here of its payments, without one that is being changed. */
  paid: PaidHere | null;
  /** What is left to pay as far as is known here; null where that is not known. */
  open: OpenAmount | null;
  /** An amount of the record's currency, or of another, in words. */
  says: (minor: bigint, currency?: string) => string;
}

/** What a person should know before composing an edit. Nothing is forbidden. */
export interface FormNotice {
  tone: 'unsure' | 'needs';
  text: string;
}
