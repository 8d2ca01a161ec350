/* Draws, check digits and the ways in which payers write numbers: shares nothing with the matcher. */
export class Dice {
  #state: number;
  constructor(seed: number) {
    this.#state = (seed * 2_654_435_761) >>> 0;
    for (let turn = 0; turn < 8; turn += 1) this.real();
  }
  real(): number {
    // Mulberry32, public domain.
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
  below(limit: number): number {
    return Math.floor(this.real() * limit);
  }
  between(low: number, high: number): number {
    return low + this.below(high - low + 1);
  }
  chance(probability: number): boolean {
    return this.real() < probability;
  }
  of<Item>(items: readonly Item[]): Item {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new Error('nothing to draw from');
    return item;
  }
  weighted<Item>(items: readonly (readonly [number, Item])[]): Item {
    let left = this.real() * items.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, item] of items) {
      left -= weight;
      if (left <= 0) return item;
    }
    return this.of(items)[1];
  }
  shuffled<Item>(items: readonly Item[]): Item[] {
    const mixed = [...items];
    for (let at = mixed.length - 1; at > 0; at -= 1) {
      const other = this.below(at + 1);
      [mixed[at], mixed[other]] = [mixed[other] as Item, mixed[at] as Item];
    }
    return mixed;
  }
  digits(length: number): string {
    return Array.from({ length }, () => String(this.below(10))).join('');
  }
}

const DAY = 86_400_000;
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);

const remainder97 = (digits: string): number => [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0);
const inDigits = (text: string): string => text.replaceAll(/[A-Z]/gu, (letter) => String(letter.charCodeAt(0) - 55));
const checked = (prefix: string, body: string): string =>
  `${prefix}${String(98 - remainder97(`${inDigits(body + prefix)}00`)).padStart(2, '0')}${body}`;
export const ibanOf = (country: string, body: string): string => checked(country, body);
export const creditorReference = (body: string): string => checked('RF', body);
const TEN = [0, 9, 4, 6, 8, 2, 7, 1, 3, 5];
export const swissReference = (body: string): string => {
  const digits = body.padStart(26, '0');
  const carry = [...digits].reduce((rest, digit) => TEN[(rest + Number(digit)) % 10] ?? 0, 0);
  return digits + String((10 - carry) % 10);
};
export const luhnReference = (body: string): string => {
  const sum = [...body]
    .reverse()
    .map((digit, at) => (at % 2 === 0 ? Number(digit) * 2 : Number(digit)))
    .reduce((total, value) => total + (value > 9 ? value - 9 : value), 0);
  return body + String((10 - (sum % 10)) % 10);
};

export const FIRST = [
  'Adler', 'Baum', 'Birken', 'Brück', 'Drei', 'Eichen', 'Elb', 'Falken', 'Feld', 'Förde', 'Glas', 'Grün', 'Hafen', 'Hansa', 'Heide',
  'Isar', 'Jäger', 'Kessel', 'König', 'Küsten', 'Linden', 'Löwen', 'Main', 'Möwen', 'Nord', 'Ost', 'Rhein', 'Saale', 'Schloß', 'Silber',
  'Stein', 'Süd', 'Tannen', 'Ufer', 'Wald', 'Weser', 'Zirbel',
] as const; // prettier-ignore
export const SECOND = [
  'berg',
  'bach',
  'brunn',
  'dorf',
  'feld',
  'hof',
  'holz',
  'mann',
  'mühle',
  'stätt',
  'tal',
  'werk',
  'wind',
  'see',
] as const;
export const TRADE = [
  'Catering', 'Logistik', 'Maschinenbau', 'Druck', 'Optik', 'Elektro', 'Bau', 'Möbel', 'Medien', 'Consulting', 'Software', 'Packaging',
  'Textil', 'Immobilien', 'Energie', 'Handel', 'Sanitär', 'Reisen', 'Pharma', 'Messtechnik', 'Verlag', 'Kälte', 'Farben', 'Transporte',
] as const; // prettier-ignore
export const LEGAL = [
  'GmbH',
  'AG',
  'GmbH & Co. KG',
  'KG',
  'OHG',
  'e.K.',
  'UG (haftungsbeschränkt)',
  'SE',
  'Ltd',
  'B.V.',
  'S.à r.l.',
] as const;
export const GIVEN = ['Anna', 'Jörg', 'Ines', 'Peter', 'Maria', 'Şule', 'Łukasz', 'René', 'Thomas', 'Ute'] as const;

export const asBanksWrite = (name: string): string =>
  name
    .replaceAll('ä', 'ae')
    .replaceAll('ö', 'oe')
    .replaceAll('ü', 'ue')
    .replaceAll('Ä', 'AE')
    .replaceAll('Ö', 'OE')
    .replaceAll('Ü', 'UE')
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replaceAll(/[^\x20-\x7e]/gu, '');

export type NumberForm = (sequence: number) => string;
export const FORMS: readonly NumberForm[] = [
  (sequence) => `RE-2026-${String(sequence).padStart(5, '0')}`,
  (sequence) => `2026${String(sequence).padStart(6, '0')}`,
  (sequence) => `INV-${String(sequence).padStart(6, '0')}`,
  (sequence) => `DE01-2026-${String(sequence).padStart(5, '0')}`,
  (sequence) => String(400_000 + sequence),
];

/** Writes an invoice's number as customers do: with words, other separators, lost zeros or a lost prefix. */
export const cite = (dice: Dice, number: string): string => {
  const written = dice.weighted<(text: string) => string>([
    [46, (text) => text],
    [8, (text) => text.replaceAll('-', '')],
    [8, (text) => text.replaceAll('-', ' ')],
    [6, (text) => text.replaceAll('-', '/')],
    [4, (text) => text.toLowerCase()],
    [6, (text) => text.replace(/^[A-Z]+-/u, '')],
    [4, (text) => text.replace(/-0+(\d+)$/u, '-$1')],
    [3, (text) => text.replace('-2026-', '-26-')],
    [3, (text) => text.replaceAll('-', '.')],
    [2, (text) => text.replaceAll('-', ' - ')],
  ])(number);
  const before = dice.weighted([
    [24, ''], [10, 'Rechnung '], [8, 'RG '], [7, 'Rg.Nr. '], [6, 'Rechn.-Nr. '], [6, 'INV '], [5, 'Invoice no. '], [4, 'RNr:'],
    [3, 'Rechnungsnummer '], [3, 'SAGT DANKE '], [2, 'Beleg '], [2, '/INV/'], [2, 'Fact. '],
  ]); // prettier-ignore
  return before + written;
};

export const decorated = (dice: Dice, core: string, customerNumber: string, issued: string): string => {
  const [year, month, day] = issued.split('-') as [string, string, string];
  return dice.weighted<() => string>([
    [50, () => core],
    [9, () => `${core} vom ${day}.${month}.${year}`],
    [5, () => `${core} v. ${day}.${month}.${year.slice(2)}`],
    [9, () => `KD ${customerNumber} ${core}`],
    [6, () => `${core} Kd.-Nr. ${customerNumber}`],
    [4, () => `${core} Vielen Dank`],
    [3, () => `Ueberweisung ${core} ${dice.digits(8)}`],
    [3, () => `${core}, Ihr Zeichen ${dice.of(['ab', 'kl', 'mz'])}/${dice.digits(3)}`],
    [2, () => `Zahlung ${month}/${year} ${core}`],
    [2, () => `Tel. 030 ${dice.digits(7)} ${core}`],
  ])();
};

/** Turns one digit of the last five into another, swaps two neighbours, or drops one. */
export const slipped = (dice: Dice, number: string): string => {
  const at = number.length - 1 - dice.below(4);
  const digit = number[at] ?? '0';
  return dice.weighted<() => string>([
    [4, () => number.slice(0, at) + String((Number(digit) + dice.between(1, 9)) % 10) + number.slice(at + 1)],
    [3, () => number.slice(0, at - 1) + digit + (number[at - 1] ?? '') + number.slice(at + 1)],
    [2, () => number.slice(0, at) + number.slice(at + 1)],
    [1, () => number.slice(0, at) + (digit === '0' ? 'O' : digit + digit) + number.slice(at + 1)],
  ])();
};
