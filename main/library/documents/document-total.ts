import type { DocumentReading } from '#shared/contract/views/library-views.ts';
import { parseAmount } from '#shared/values/money.ts';

type Total = Pick<DocumentReading, 'totalMinor' | 'currency'>;
interface Money {
  minor: bigint;
  currency: string;
}

const none: Total = { totalMinor: null, currency: null };

/** Labels by what they promise, the surest first: what is due, the end of the invoice, any total. */
const labels = [
  /(?:total due|total payable|(?:amount|balance) (?:due|payable)|(?:noch )?zu zahlen(?:der betrag)?|zahlbetrag|att betala|at betale|å betale|te betalen|(?:net )?à payer|(?:importe|total) a pagar|(?:totale )?da pagare)/iu,
  /(?:grand total|invoice total|gesamtbetrag|rechnungsbetrag|total ttc|montant total|importe total|totaalbedrag|totalbelopp|total amount)/iu,
  /(?<![\p{L}-])(?:total|totalt|totale|totaal|summa|gesamt)(?!\p{L})/iu,
] as const;

const taxWords = '(?:vat|tax|gst|mwst|ust|moms|tva|iva|btw)';
const notTheTotal = new RegExp(
  `sub-?\\s?total|sous-total|zwischensumme|delsumma|net total|total (?:net|hours|weight|items|quantity|discount|savings)\\b|\\bexcl|\\bexkl|\\bex\\.? ${taxWords}|` +
    `before tax|without tax|netto|\\bHT\\b|ohne|sin iva|hors taxe|total\\s+${taxWords}\\b(?! incl)|\\b${taxWords} total|` +
    `paid|received|bezahlt|angezahlt|payé|betalt|pagado|pagato|deposit|discount|rabatt|previous|carried`,
  'iu',
);
const tax = new RegExp(`\\b${taxWords}\\b|incl|inkl|davon|of which|dont|varav`, 'iu');

const months =
  '(?:jan|feb|fév|mär|mar|mrt|apr|avr|abr|mai|maj|may|mei|mag|jun|juin|giu|jul|juil|lug|aug|août|ago|sep|set|oct|okt|ott|nov|dec|dez|déc|dic|gen|ene)';
/** Figures that are no amount: dates, rates, terms, pages, quantities. */
const others = new RegExp(
  [
    `\\d{1,2}(?:st|nd|rd|th)?\\.?\\s${months}\\p{L}*\\.?,?\\s\\d{4}`,
    `${months}\\p{L}*\\.?\\s\\d{1,2},?\\s\\d{4}`,
    '\\b\\d{1,4}([./-])\\d{1,2}\\1\\d{1,4}\\b',
    '\\d+(?:[.,]\\d+)?\\s?(?:%|percent|prozent|procent|pour cent)',
    '(?:page|seite|sida|página|pagina)\\s\\d+(?:\\s?(?:of|von|av|de|di|/)\\s?\\d+)?',
    '\\d+(?:[.,]\\d+)?\\s?(?:days?|tagen?|dagar|dagen|jours|días|giorni|pages?|seiten|sidor|kg|km|hrs?|hours?|std|pcs|stk|items?|units?|positions?|positionen)\\b',
  ].join('|'),
  'giu',
);

const codes =
  'AED|AUD|BGN|BHD|BRL|CAD|CHF|CLP|CNY|CZK|DKK|EUR|GBP|HKD|HUF|IDR|ILS|INR|ISK|JOD|JPY|KRW|KWD|MAD|MXN|MYR|NOK|NZD|OMR|PHP|PLN|QAR|RON|SAR|SEK|SGD|THB|TND|TRY|TWD|USD|VND|ZAR';
const code = new RegExp(`(?<!\\p{L})(?:${codes})(?!\\p{L})`, 'gu');
const signs: Record<string, string[]> = {
  '€': ['EUR'],
  '£': ['GBP'],
  '₹': ['INR'],
  '¥': ['JPY', 'CNY'],
  '￥': ['JPY', 'CNY'],
  $: ['USD', 'AUD', 'CAD', 'HKD', 'MXN', 'NZD', 'SGD', 'TWD'],
  kr: ['SEK', 'NOK', 'DKK', 'ISK'],
};

const unit = `(?:${codes}|[€£₹¥￥$]|kr\\b\\.?)`;
const figures = "\\d{1,3}(?:[ \\u00A0\\u202F'’]\\d{3})+(?![\\d])(?:[.,]\\d{1,3})?|\\d[\\d.,]*\\d|\\d";
const money = new RegExp(
  `(?<before>(?:${unit}\\s?){0,2})(?<open>[-−–(]?)(?<inner>\\s?(?:${unit}\\s?){0,2})(?<figures>${figures})(?<flat>[.,][-–—]+)?(?<close>\\)|[-−–](?![\\d-])|\\s?CR\\b)?(?<after>(?:\\s?${unit}){0,2})(?<close2>\\))?`,
  'gu',
);

/**
 * The total of a document, with its sign as it was printed: what is due where several are named, and nothing at all where two figures of a line,
 * two totals of one kind, two currencies or two ways to read the figures are left.
 */
export function totalOf(lines: string[]): Total {
  const said = saidIn(lines.join('\n'));
  for (const label of labels) {
    const found = lines.flatMap((line, at) => {
      const match = label.exec(line);
      if (match === null || notTheTotal.test(line)) return [];
      return [moneyOf(line.slice(match.index + match[0].length).slice(0, mostLooked), (lines[at + 1] ?? '').slice(0, mostLooked), said)];
    });
    const read = found.filter((each) => each !== undefined);
    const [first] = read;
    if (first === undefined) continue;
    const one = first !== null && read.every((each) => each?.minor === first.minor && each.currency === first.currency);
    return one ? { totalMinor: first.minor, currency: first.currency } : none;
  }
  return none;
}

/** The one amount behind a label, or alone on the next line; null where there are several or it reads two ways, undefined where there is none. */
function moneyOf(rest: string, next: string, said: Said): Money | null | undefined {
  const own = candidates(rest);
  const alone = own.length === 0 && !/\d/.test(rest) && !/\p{L}/u.test(next.replace(code, '').replaceAll(/kr\b/g, ''));
  const found = alone ? candidates(next) : own;
  if (found.length === 0) return undefined;
  if (found.length > 1 && tax.test(found[0]?.lead ?? '')) return null;
  const [only, ...more] = found.filter(({ lead }, at) => at === 0 || !tax.test(lead));
  return only === undefined || more.length > 0 ? null : readMoney(only.groups, said);
}

/** A line may be as long as the text: only what stands right behind a label is looked at. */
const mostLooked = 300;

type Groups = Record<string, string | undefined>;

/** Figures that are written as money, with decimals or a currency beside them, and the words before each. */
function candidates(text: string): { groups: Groups; lead: string }[] {
  const plain = text.replace(others, '|');
  let end = 0;
  return [...plain.matchAll(money)].flatMap((match) => {
    const groups: Groups = match.groups ?? {};
    const lead = plain.slice(end, match.index);
    end = match.index + match[0].length;
    const hasUnit = [groups['before'], groups['inner'], groups['after']].some((each) => (each ?? '').trim() !== '');
    return hasUnit || groups['flat'] !== undefined || /[.,]\d{1,3}$/.test(groups['figures'] ?? '') ? [{ groups, lead }] : [];
  });
}

function readMoney(groups: Groups, said: Said): Money | null {
  const { before = '', open = '', inner = '', figures: digits = '', close = '', after = '', close2 = '' } = groups;
  // A dash with a space behind it may be a sign, or only a dash.
  if (open !== '' && open !== '(' && inner.startsWith(' ')) return null;
  const currency = currencyOf(`${before} ${inner} ${after}`, said);
  if (currency === null) return null;
  const closed = close === ')' || close2 === ')';
  const negative = open === '(' ? closed : open !== '' || (close !== '' && close !== ')');
  const readings = new Set(
    ['en-GB', 'de-DE'].flatMap((locale) => {
      const entry = parseAmount(digits, currency, locale);
      return entry.kind === 'amount' ? [entry.minor] : entry.kind === 'ambiguous' ? entry.choices : [];
    }),
  );
  const [minor] = readings;
  return readings.size === 1 && minor !== undefined ? { minor: negative ? -minor : minor, currency } : null;
}

/** The currencies that a whole document names. */
interface Said {
  codes: string[];
  /** By signs of one meaning. */
  drawn: string[];
  japanese: boolean;
}

function saidIn(text: string): Said {
  const drawn = Object.entries(signs).flatMap(([sign, meant]) => (meant.length === 1 && text.includes(sign) ? meant : []));
  return { codes: [...new Set(text.match(code))], drawn, japanese: /[\u3041-\u30FF円]/u.test(text) };
}

/** The currency beside an amount, or the one that the whole document names; null where that leaves several. */
function currencyOf(beside: string, said: Said): string | null {
  const only = (currencies: string[]): string | null => (currencies.length === 1 ? (currencies[0] ?? null) : null);
  const here = [...new Set(beside.match(code))];
  if (here.length > 0) return only(here);
  const sign = Object.keys(signs).find((each) => beside.includes(each));
  if (sign === undefined) return only(said.codes.length > 0 ? said.codes : said.drawn);
  const meant = signs[sign] ?? [];
  const named = meant.length === 1 ? meant : said.codes.filter((each) => meant.includes(each));
  if (named.length > 0) return only(named);
  return meant.includes('JPY') && said.japanese ? 'JPY' : null;
}
