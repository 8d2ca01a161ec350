import { JsonDecimal, type JsonObject, type JsonValue } from '#shared/json/json.ts';

const masked = '•••';

/** Field names whose values never leave, whatever they look like. */
const secretNames =
  /authorization|token|secret|password|api.?key|cookie|code_verifier|^code$|^state_param$|bank|iban|bic|swift|giro|account.?number/i;

/**
 * Texts that are secrets or bank data wherever they stand. Each begins only where its run of letters begins and repeats nothing inside a
 * repetition: a text of any length is gone through once (P29).
 */
const secretTexts: [RegExp, string][] = [
  [/\b(Bearer|Basic)\s+[^\s"',;]+/gi, `$1 ${masked}`],
  [/(?<![\w-])eyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/g, masked],
  [/\b((?:access_token|refresh_token|client_secret|(?:x-)?api[-_]?key|password|code)\s*[=:]\s*"?)[^\s"'&,;]+/gi, `$1${masked}`],
  // IBAN: country, two check digits, then letters and digits, parted or not.
  [/\b[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]){6,32}\b/g, masked],
  [/\b[a-z]{2}\d{2}(?: ?[a-z0-9]){11,30}\b/g, masked],
  // A bankgiro number, and a recovery code.
  [/(?<![\w-])\d{3,4}-\d{4}(?![\w-])/g, masked],
  [/(?<![\w-])(?:[0-9a-z]{4}[ -]){6}[0-9a-z]{4}(?![\w-])/gi, masked],
  // Any other long number could be an account; ids have letters and hyphens, counts and times are JSON numbers.
  [/(?<![\w-])\d(?:[ -]?\d){7,}(?![\w-])/g, masked],
  [/(?<![\w.+-])[\w.+-]+@[\w-]+\.[\w.]+/g, masked],
  [/(https?:\/\/)[^\s/"@]*@/g, `$1${masked}@`],
  [/([?&][\w.-]+=)[^&\s"#]+/g, `$1${masked}`],
];

/** Masks secrets, bank data and addresses in a text; everything else stays as it came. */
export function redactText(text: string): string {
  return secretTexts.reduce((masking, [pattern, by]) => masking.replaceAll(pattern, by), text);
}

/** The same in every text of a value; fields with a secret's name are masked whole. Numbers stay. */
export function redact(value: JsonValue): JsonValue {
  if (typeof value === 'string') return isInstant(value) ? value : redactText(value);
  if (Array.isArray(value)) return value.map(redact);
  if (typeof value !== 'object' || value === null || value instanceof JsonDecimal) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, redactField(name, item)])) satisfies JsonObject;
}

function redactField(name: string, item: JsonValue | undefined): JsonValue | undefined {
  if (item === undefined || item === null || typeof item === 'boolean') return item;
  return secretNames.test(name) && typeof item !== 'number' ? masked : redact(item);
}

const isInstant = (text: string): boolean => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text);
