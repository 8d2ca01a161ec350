/** Layover's languages: the tag whose rules dates, lists and plurals follow, and the language's own name. */
export const languages = {
  en: { tag: 'en-GB', name: 'English' },
  de: { tag: 'de-DE', name: 'Deutsch' },
  fr: { tag: 'fr-FR', name: 'Français' },
  sv: { tag: 'sv-SE', name: 'Svenska' },
  pt: { tag: 'pt-PT', name: 'Português' },
} as const;
export type Language = keyof typeof languages;
export const languageNames = Object.keys(languages) as Language[];

const baseOf = (tag: string): string => tag.split('-')[0] ?? tag;
const isLanguage = (name: string): name is Language => name in languages;

/** The language to speak: the user's choice or, where it is empty, the first of the system's that Layover speaks. */
export function languageOf(setting: string, system: readonly string[]): Language {
  return [setting, ...system].map(baseOf).find(isLanguage) ?? 'en';
}

/**
 * The locale in which amounts and counts are written and read: the user's choice or, where it is empty, the system's. A user who chose a language
 * that is not the system's gets that of the language.
 */
export function localeOf(settings: { locale: string; language: string }, system: readonly string[]): string {
  if (settings.locale !== '') return settings.locale;
  const { language } = settings;
  const own = system.find((tag) => language === '' || baseOf(tag) === language);
  return own ?? languages[isLanguage(language) ? language : 'en'].tag;
}

/** The languages that a browser accepts (Accept-Language), the most wanted first. */
export function languagesAccepted(header: string | undefined): string[] {
  const wanted = (header ?? '').split(',').map((part) => {
    const [tag = '', quality = ''] = part.split(';');
    return { tag: tag.trim(), quality: Number(/q=([\d.]+)/.exec(quality)?.[1] ?? 1) };
  });
  return wanted.toSorted((a, b) => b.quality - a.quality).map(({ tag }) => tag);
}

/** The formats of a language and a locale. Each is made when it is first wanted: that takes a millisecond. */
class Formats {
  readonly language: string;
  readonly tag: string;
  readonly locale: string;
  constructor(language: string, locale: string) {
    this.language = language;
    this.tag = isLanguage(language) ? languages[language].tag : language;
    this.locale = locale;
  }

  readonly plural = once(() => new Intl.PluralRules(this.tag));
  readonly count = once(() => new Intl.NumberFormat(this.locale));
  readonly enumeration = once(() => new Intl.ListFormat(this.tag, { type: 'unit', style: 'short' }));
  readonly conjunction = once(() => new Intl.ListFormat(this.tag, { type: 'conjunction' }));
  readonly disjunction = once(() => new Intl.ListFormat(this.tag, { type: 'disjunction' }));
  readonly collator = once(() => new Intl.Collator(this.tag));
  readonly region = once(() => new Intl.DisplayNames(this.tag, { type: 'region', fallback: 'code' }));
  readonly date = once(() => dayFormat(this.tag, { dateStyle: 'medium' }));
  readonly dayAndMonth = once(() => dayFormat(this.tag, { day: 'numeric', month: 'short' }));
  readonly monthNames = once(() => monthsIn(this.tag));
  readonly weekday = once(() => dayFormat(this.tag, { weekday: 'short' }));
}

function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}

const dayFormat = (tag: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(tag, { ...options, calendar: 'gregory', timeZone: 'UTC' });

function monthsIn(tag: string): string[] {
  const format = dayFormat(tag, { month: 'long' });
  return Array.from({ length: 12 }, (_, month) => format.format(Date.UTC(2026, month, 1)));
}
export const englishMonths = once(() => monthsIn('en'));

let formats = new Formats('en', 'en-GB');
let follow = (): void => undefined;

/** The formats in use. What shows a text made with them is drawn again when they change. */
export function formatsNow(): Formats {
  follow();
  return formats;
}

/** From now on texts are written in this language, and numbers as in this locale. */
export function writeIn(language: string, locale: string): void {
  formats = new Formats(language, locale);
}

/** Calls `read` whenever a format is used, so that the window can draw again. */
export function whenRead(read: () => void): void {
  follow = read;
}

/** A count as the user writes numbers. */
export const formatCount = (count: number): string => formatsNow().count().format(count);

/** `KW` is "Kuwait"; null for what is no country's code of two letters. */
export const countryName = (code: string): string | null => (/^[A-Z]{2}$/.test(code) ? (formatsNow().region().of(code) ?? null) : null);

/** "a, b, c": things beside each other, as the language lists them. */
export const listOf = (items: readonly string[]): string => formatsNow().enumeration().format(items);

/** "a, b and c" */
export const listWithAnd = (items: readonly string[]): string => formatsNow().conjunction().format(items);

/** A label within a sentence: begun small, but in German, where a noun is never, and before a second capital. */
export const inSentence = (label: string): string =>
  formatsNow().language === 'de' || /^\p{Lu}{2}/u.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);

/** "a, b or c" */
export const listWithOr = (items: readonly string[]): string => formatsNow().disjunction().format(items);

/** Compares two texts in the order of the language's dictionary. */
export const compareTexts = (a: string, b: string): number => formatsNow().collator().compare(a, b);
