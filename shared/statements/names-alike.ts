const plainLetters: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss', ø: 'oe', å: 'aa', æ: 'ae', ł: 'l' };
const legalForms = new Set(
  'GMBH AG KG OHG UG SE AB AS OY OYJ BV NV LTD LLC INC CO SA SAS SARL SRL SPA LDA PLC EV MBH SP ZOO CORP UND AND THE'.split(' '),
);

/** Words of a name in one spelling, without legal forms. */
export function nameWords(name: string): string[] {
  const plain = name
    .toLowerCase()
    .replace(/[äöüßøåæł]/g, (letter) => plainLetters[letter] ?? '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase();
  return (plain.match(/[A-Z0-9]+/g) ?? []).filter((word) => word.length > 1 && !legalForms.has(word));
}

/** The part of a customer's words that the payer's name has; banks cut names off, so the last word may be a beginning. */
export function likeness(customer: readonly string[], payer: readonly string[]): number {
  if (customer.length === 0 || payer.length === 0) return 0;
  const umlauts = (word: string) => word.replace(/AE|OE|UE|AA/g, (pair) => (pair === 'UE' ? 'U' : pair[0]!));
  const has = (word: string) =>
    payer.some(
      (other, at) =>
        other === word || umlauts(other) === umlauts(word) || (at === payer.length - 1 && other.length >= 4 && word.startsWith(other)),
    );
  return customer.filter(has).length / customer.length;
}
