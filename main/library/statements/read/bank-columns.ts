import { textOfCell, type Cell } from '#main/library/tables/grid.ts';

/** The places of a bank's columns; null where the table has none. */
export interface Columns {
  date: number;
  value: number | null;
  amount: number | null;
  credit: number | null;
  debit: number | null;
  sign: number | null;
  balance: number | null;
  currency: number | null;
  payer: number | null;
  payerAccount: number | null;
  own: number | null;
  endToEnd: number | null;
  bankReference: number | null;
  status: number | null;
  text: number[];
}

const one = {
  date: 'buchungstag buchungsdatum buchung datum date bookingdate bookeddate transactiondate postingdate dateposted bokforingsdag bokforingsdatum transaktionsdatum fecha fechaoperacion fechacontable datacontabile dataoperazione data dateoperation datedecomptabilisation datecomptable boekdatum transactiedatum rentedatum dataoperacji datalancamento datamovimento',
  value:
    'valuta wertstellung wertstellungstag valutadatum wert valuedate datevaleur datedevaleur fechavalor datavaluta valutadag datawaluty datavalor',
  amount: 'betrag umsatz amount transactionamount montant importe importo bedrag belopp kwota valor montante betrageur bedrageur value',
  credit:
    'haben gutschrift gutschriften credit creditamount einnahmen eingang eingange paidin moneyin kredit entrate avere accrediti insattning abono haber deposit deposits habeneur credits',
  debit:
    'soll lastschrift lastschriften belastung belastungen debit debitamount ausgaben ausgang ausgange paidout moneyout uscite dare addebiti cargo debe uttag withdrawal withdrawals solleur debet debits',
  sign: 'sollhaben sollhabenkennzeichen sh kennzeichen afbij debitcredit creditdebit drcr crdr dc type soort richtung',
  balance: 'saldo balance kontostand solde saldonachbuchung runningbalance saldoeur saldonamutatie bookedbalance',
  currency: 'wahrung waehrung currency devise divisa munt muntsoort moneda waluta valutakod',
  payer:
    'auftraggeber auftraggeberempfanger empfangerauftraggeber beguenstigterzahlungspflichtiger begunstigterzahlungspflichtiger zahlungspflichtiger namezahlungsbeteiligter zahlungsbeteiligter name payer payee counterparty counterpartyname naamtegenpartij tegenpartij naam motpart avsandare ordenante controparte nazwakontrahenta partnername auftraggebername',
  payerAccount:
    'iban kontonummeriban kontonummer kontoiban ibanzahlungsbeteiligter gegenkonto counterpartyaccount counterpartyiban tegenrekening tegenrekeningiban partneriban partneraccount accountnumber auftraggeberiban',
  own: 'auftragskonto ibanauftragskonto eigeneskonto ownaccount rekening rekeningnummer ibanbban account konto compte',
  endToEnd: 'endtoendreferenz endtoendid endtoendreference kundenreferenzendtoend kundenreferenz',
  bankReference: 'referenz bankreferenz transactionid id umsatznummer transaktionsnummer reference volgnr entryreference fitid',
  status: 'status info',
} as const;
const texts = new Set(
  'verwendungszweck vorgang buchungstext beschreibung description details memo omschrijving mededelingen libelle concepto causale text meddelande tytul narrative transactiondetails historico paymentreference remittanceinformation'.split(
    ' ',
  ),
);
const roles = Object.entries(one).map(([role, words]) => [role as keyof typeof one, new Set(words.split(' '))] as const);

/** Letters of a heading: accents, signs and a currency in brackets aside. */
const keyOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/\([^)]*\)|\bin [a-z]{3}\b/g, '')
    .replace(/[^a-z]/g, '');

/** The columns of a row of headings; null for a row that names no date and no amount. The first column of a role counts. */
export function columnsOf(cells: readonly Cell[]): Columns | null {
  const found: Partial<Record<keyof typeof one, number>> = {};
  const text: number[] = [];
  for (const [at, cell] of cells.entries()) {
    const key = keyOf(textOfCell(cell));
    const role = roles.find(([name, words]) => found[name] === undefined && words.has(key))?.[0];
    if (role) found[role] = at;
    else if (texts.has(key)) text.push(at);
  }
  const { date, amount = null, credit = null, debit = null } = found;
  if (date === undefined || (amount === null && (credit === null || debit === null))) return null;
  const of = (role: keyof typeof one) => found[role] ?? null;
  return {
    ...{ date, text, value: of('value'), balance: of('balance'), currency: of('currency'), status: of('status') },
    ...(credit !== null && debit !== null
      ? { amount: null, credit, debit, sign: null }
      : { amount, credit: null, debit: null, sign: of('sign') }),
    ...{
      payer: of('payer'),
      payerAccount: of('payerAccount'),
      own: of('own'),
      endToEnd: of('endToEnd'),
      bankReference: of('bankReference'),
    },
  };
}
