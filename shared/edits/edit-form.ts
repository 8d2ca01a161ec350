import { t, texts, type PlainId } from '#shared/messages/t.ts';
import type { JsonObject } from '#shared/json/json.ts';
import type { OpenAmount, PaidHere } from './payments-here.ts';

/** The type of an entry field. `enum` suggests known values and accepts any other; `number` is an exact decimal. */
export type FormInput = 'text' | 'paragraph' | 'money' | 'date' | 'currency' | 'uuid' | 'uuids' | 'number' | 'enum' | 'customProperties';

/** Messages with an amount. */
type AmountId = 'edits.payment.total';

/** One field of a form that composes an edit's body. */
export interface FormField {
  /** The path of the value in the body; for changes also its path in the record. */
  path: string[];
  readonly label: string;
  labelId: PlainId;
  /** For what is added to a record: the head of its column in a list that is exported to edit. */
  headId?: PlainId;
  input: FormInput;
  /** The form asks for it; the interface does not show what the service requires. */
  required: boolean;
  /** Fields of one heading stand together. */
  heading: PlainId | null;
  /** Bank data: shown with a warning, reviewed always. */
  bank: boolean;
  /** For dates: it says when something happened. A day without its year is the last such day, and one after today is pointed out. */
  happened?: true;
  /** For money: the record's field that names the currency. */
  currencyPath?: string[];
  /** For money: what is said of the record's own amount, to compare with. */
  besideAmount?: AmountId;
  /** Values to suggest; any other may be typed. */
  suggestions?: readonly string[];
  /** The path of the initial value in the record, when it is not `path`. */
  startsWith?: string[];
  /** The usual value: prefilled, and marked as suggested until the user changes it. */
  suggest?: 'today' | 'lastUsed' | 'open';
  /** Shown only when the record's field holds this value. */
  onlyWhen?: { path: string[]; equals: string };
}

/** One field of a form; `path` with dots. */
export function field(path: string, labelId: PlainId, input: FormInput, extras: Partial<Omit<FormField, 'label'>> = {}): FormField {
  return {
    ...{ labelId, input, required: false, heading: null, bank: false },
    ...extras,
    path: path.split('.'),
    get label() {
      return t(labelId);
    },
  };
}

/** Texts about a kind of edit. */
export interface EditWords {
  /** Over its form: "Edit expense". */
  readonly form: string;
  /** On the button of a record's page: "Edit". */
  readonly button: string;
  /** The button that saves the form of something new; "Save" where it is left out. */
  readonly save?: string;
  /** On the button over several chosen records; null where each is decided on its own. */
  readonly bulk: string | null;
  /** Among the review rules: "Expense updates". */
  readonly rule: string;
  /** So many of them: "2 expense updates". */
  readonly count: (count: number) => string;
  /** A review need that no rule can change. */
  readonly ruleFixed?: string;
  /** The place where a user can check whether it was applied, when the response was lost. */
  readonly lookFor: string;
}

type WordIds = Record<'form' | 'button' | 'rule' | 'lookFor', PlainId> & Partial<Record<'save' | 'bulk' | 'ruleFixed', PlainId>>;

/** The texts of a kind by their messages. */
export const editWords = (ids: WordIds, count: EditWords['count']): EditWords =>
  Object.defineProperties(
    { bulk: null, count } as unknown as EditWords,
    Object.getOwnPropertyDescriptors(texts(ids as Record<string, PlainId>)),
  );

/** The key that composes it on a record's page. */
export type EditKey = 'edit' | 'comment' | 'recordPayment';

/** The likelihood that it is the next step for a record. Nothing is hidden: the specification does not show which states accept what. */
export type Likelihood = 'next' | 'usual' | 'seldom';

/** The known facts of the record that an edit is composed for. */
export interface ComposedOn {
  state: string | null;
  complete: boolean;
  /** Of an invoice: what is known here of its payments, without one that is being changed. */
  paid: PaidHere | null;
}

/** The known facts of the record while a form is filled in. */
export interface WhileTyping {
  /** With open edits on top. */
  view: JsonObject;
  /** Of an invoice: what is known here of its payments, without one that is being changed. */
  paid: PaidHere | null;
  /** The amount still open, as far as known here; null when unknown. */
  open: OpenAmount | null;
  /** An amount of the record's currency, or of another, in words. */
  format: (minor: bigint, currency?: string) => string;
}

/** A notice before an edit is composed. Nothing is forbidden. */
export interface FormNotice {
  severity: 'unsure' | 'needs';
  text: string;
}
