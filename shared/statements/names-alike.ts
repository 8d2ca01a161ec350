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
  const words = (plain.match(/[A-Z0-9]+/g) ?? []).filter((word) => word.length > 1 && !legalForms.has(word));
  // Banks write Ä as AE or as A.
  return words.map((word) => word.replace(/AE|OE|UE|AA/g, (pair) => pair[0] ?? ''));
}
