import { textOfCell, type Cell } from '#main/library/tables/grid.ts';
import { headingKey } from '#main/library/tables/heading-words.ts';

const one = {
  date: 'buchungstag buchungsdatum buchung datum date bookingdate bookeddate transactiondate postingdate dateposted bokforingsdag bokforingsdatum transaktionsdatum fecha fechaoperacion fechacontable datacontabile dataoperazione data dateoperation datedecomptabilisation datecomptable boekdatum transactiedatum rentedatum dataoperacji datalancamento datamovimento dato bogforingsdato bokfortdato bokforingsdato kirjauspaiva paivamaara bookingdatetime tanggal',
  value:
    'valuta wertstellung wertstellungstag valutadatum wert valuedate datevaleur datedevaleur fechavalor datavaluta valutadag datawaluty datavalor',
  amount:
    'betrag umsatz amount transactionamount montant importe importo bedrag belopp kwota valor montante betrageur bedrageur value belob belop maara summa',
  credit:
    'haben gutschrift gutschriften credit creditamount einnahmen eingang eingange paidin moneyin kredit entrate avere accrediti insattning abono haber deposit deposits habeneur credits innpakonto inn ind crediteuros credito creditos depositamt depositamount crediteur',
  debit:
    'soll lastschrift lastschriften belastung belastungen debit debitamount ausgaben ausgang ausgange paidout moneyout uscite dare addebiti cargo debe uttag withdrawal withdrawals solleur debet debits utavkonto ut debiteuros debito debitos withdrawalamt withdrawalamount debiteur',
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
type Role = keyof typeof one;

/** The places of a bank's columns; null where the table has none. */
export type Columns = Record<Role, number | null> & { date: number; text: number[] };

const texts = new Set(
  'verwendungszweck vorgang buchungstext beschreibung description details memo omschrijving mededelingen libelle concepto causale text meddelande tytul narrative transactiondetails historico paymentreference remittanceinformation tekst narration particulars selite viesti beskrivelse forklaring historico'.split(
    ' ',
  ),
);
const roles = Object.entries(one).map(([role, words]) => [role as Role, new Set(words.split(' '))] as const);

/** Letters of a heading: accents, signs and a currency aside. */
const keyOf = (text: string): string => headingKey(text.replace(/\bin [a-z]{3}\b/gi, '')).replace(/[^a-z]/g, '');

/** The columns of a row of headings; null for a row that names no date and no amount. The first column of a role counts. */
export function columnsOf(cells: readonly Cell[]): Columns | null {
  const found = Object.fromEntries(roles.map(([role]) => [role, null])) as Record<Role, number | null>;
  const text: number[] = [];
  for (const [at, cell] of cells.entries()) {
    const key = keyOf(textOfCell(cell));
    const role = roles.find(([name, words]) => found[name] === null && words.has(key))?.[0];
    if (role) found[role] = at;
    else if (texts.has(key)) text.push(at);
  }
  const { date, amount, credit, debit } = found;
  const inTwo = credit !== null && debit !== null;
  if (date === null || (amount === null && !inTwo)) return null;
  return { ...found, date, text, ...(inTwo ? { amount: null, sign: null } : { credit: null, debit: null }) };
}
