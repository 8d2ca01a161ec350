import { inEveryLanguage } from '#shared/messages/speak.ts';
import { fieldsOf } from '#shared/records/record.ts';
import { recordKinds, type RecordKind } from '#shared/records/record-kind.ts';
import { memoized } from '#shared/values/memoized.ts';

/** A heading as headings are compared: without case, accents, signs and a unit in brackets. */
export function headingKey(text: string): string {
  return text
    .slice(0, 200)
    .replaceAll(/[([][^)\]]*[)\]]/g, ' ')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('æ', 'ae')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');
}

/** Headings by field, in English, German, French, Swedish, Spanish, Dutch and the habits of accounting systems; the surest first. */
const words: { [K in RecordKind]: Record<string, string> } = {
  expense: {
    id: 'id, expense id, uuid, guid, record id, ausgaben-id',
    originalCurrency:
      'original currency, currency, ccy, cur, currency code, waehrung, währung, whg, wrg, devise, monnaie, valuta, moneda, divisa, munt, valutakod, 通貨',
    billingCurrency:
      'billing currency, abrechnungswährung, devise de facturation, faktureringsvaluta, moneda de facturación, factuurvaluta',
    status: 'status, state, zustand, statut, état, estado, estatus, läge, tila, ステータス',
    userId: 'person, user, user id, employee id, mitarbeiter-id',
    companyId: 'company, company id',
    performedDate:
      'date, expense date, transaction date, performed date, datum, belegdatum, ausgabedatum, belegtag, date de dépense, date, utlagsdatum, inköpsdatum, kvittodatum, fecha, fecha del gasto, uitgavedatum, aankoopdatum, 日付',
    receiptDocumentKey: 'receipt, receipt document, beleg',
    createdAt: 'created, created at, erstellt, erstellt am, créé le, skapad, creado, aangemaakt',
    updatedAt: 'updated, updated at, changed, geändert, geändert am, modifié le, ändrad, actualizado, gewijzigd',
  },
  invoiceReceivable: {
    id: 'id, invoice id, uuid, guid, record id',
    invoiceNumber:
      'invoice number, invoice no, invoice #, invoice nr, inv no, document number, doc no, rechnungsnummer, rechnungsnr, rechnungs-nr, rechnung nr, re-nr, rg-nr, rgnr, belegnummer, belegnr, beleg-nr, belegfeld 1, numéro de facture, n° facture, no facture, n° de facture, num facture, fakturanummer, fakturanr, faktura nr, faktnr, número de factura, nº factura, n.º factura, num factura, factuurnummer, factuurnr, nummer, number, numero, 請求書番号, 請求番号',
    amount:
      'amount, total, total amount, gross, gross amount, invoice amount, invoice total, grand total, betrag, gesamtbetrag, bruttobetrag, betrag brutto, brutto, rechnungsbetrag, summe, umsatz, montant, montant ttc, total ttc, montant total, belopp, totalbelopp, fakturabelopp, summa, att betala, totalt, importe, importe total, total factura, monto, bedrag, totaalbedrag, bedrag incl btw, factuurbedrag, totaal, 金額, 合計, 請求金額',
    currency:
      'currency, ccy, cur, currency code, währung, waehrung, whg, wrg, wkz umsatz, devise, monnaie, valuta, valutakod, moneda, divisa, munt, valutacode, 通貨',
    invoiceDate:
      'invoice date, date, issued, issue date, issued on, document date, bill date, rechnungsdatum, belegdatum, datum, ausgestellt am, rechnung vom, date de facture, date facture, date facturation, fakturadatum, fakt.datum, fecha de factura, fecha factura, fecha, fecha de emisión, factuurdatum, 請求日, 発行日, 日付',
    postingDate:
      'posting date, booking date, buchungsdatum, buchungstag, date comptable, date de comptabilisation, bokföringsdatum, bokf.datum, fecha contable, fecha de contabilización, boekdatum, boekingsdatum, 計上日',
    dueDate:
      'due date, due, due on, payment due, fällig, fällig am, fälligkeit, fälligkeitsdatum, zahlbar bis, zahlungsziel, date d’échéance, échéance, date echeance, förfallodatum, förfaller, förf.datum, fecha de vencimiento, vencimiento, fecha vto, vervaldatum, vervaldag, 支払期限, 期日',
    netTerms: 'net terms, net terms days, payment terms days, terms days, zahlungsziel tage, ziel in tagen',
    reference:
      'reference, ref, your reference, our reference, referenz, ihr zeichen, verwendungszweck, référence, réf, referens, er referens, vår referens, ocr, ocr-nummer, referencia, referentie, kenmerk, 参照',
    poNumber:
      'po number, purchase order, po, po no, order number, bestellnummer, bestell-nr, bestellung, numéro de commande, bon de commande, n° commande, inköpsorder, ordernummer, beställningsnummer, pedido, número de pedido, orden de compra, bestelnummer, inkooporder, 注文番号',
    description:
      'description, text, memo, buchungstext, beschreibung, bezeichnung, libellé, description, designation, beskrivning, benämning, descripción, concepto, omschrijving, 摘要',
    state: 'state, status, zustand, statut, état, estado, läge, ステータス',
    paymentType:
      'payment type, payment method, zahlungsart, zahlungsweise, zahlweise, mode de paiement, moyen de paiement, betalningssätt, forma de pago, método de pago, betaalwijze, betaalmethode, 支払方法',
    customerId: 'customer id, kunden-id, client id',
    companyId: 'company id',
    createdAt: 'created, created at, erstellt, erstellt am, créé le, skapad, creado, aangemaakt',
    updatedAt: 'updated, updated at, geändert, geändert am, modifié le, ändrad, actualizado, gewijzigd',
  },
  cardTransaction: {
    id: 'id, transaction id, uuid, guid, record id, karten-id, transaktions-id, transaktion id',
    amount:
      'amount, total, billed amount, billing amount, betrag, umsatz, belasteter betrag, betrag in eur, montant, montant débité, belopp, belastat belopp, importe, cargo, bedrag, 金額, 利用金額',
    currency:
      'currency, ccy, cur, currency code, billing currency, währung, waehrung, whg, devise, monnaie, valuta, moneda, divisa, munt, 通貨',
    originalAmount:
      'original amount, foreign amount, originalbetrag, fremdwährungsbetrag, umsatz fremdwährung, montant d’origine, montant devise, ursprungsbelopp, originalbelopp, utländskt belopp, importe original, oorspronkelijk bedrag, 現地金額',
    originalCurrency:
      'original currency, foreign currency, originalwährung, fremdwährung, devise d’origine, ursprungsvaluta, originalvaluta, utländsk valuta, moneda original, divisa original, oorspronkelijke valuta, 現地通貨',
    description:
      'description, text, memo, purpose, verwendungszweck, beschreibung, buchungstext, libellé, objet, beskrivning, ändamål, descripción, concepto, omschrijving, 摘要',
    performedAt:
      'date, transaction date, performed, performed at, purchase date, datum, buchungstag, buchungsdatum, umsatzdatum, kaufdatum, transaktionsdatum, date, date de transaction, date d’achat, date opération, inköpsdatum, köpdatum, fecha, fecha de operación, fecha operación, transactiedatum, aankoopdatum, 日付, 利用日',
    'merchant.name':
      'merchant, merchant name, shop, payee, händler, haendler, händlername, commerçant, marchand, enseigne, handlare, säljare, inköpsställe, comercio, establecimiento, winkel, verkoper, 店名, 利用店名, 加盟店',
    'merchant.mcc': 'mcc, category code, merchant category code',
    'merchant.country': 'merchant country, land des händlers',
    status: 'status, state, zustand, statut, état, estado, ステータス',
    cardId: 'card id, card, karte',
    direction: 'direction, debit/credit, soll/haben, s/h',
    companyId: 'company id',
    createdAt: 'created, created at, erstellt am',
    updatedAt: 'updated, updated at, geändert am',
  },
  vendor: {
    vendorId: 'vendor id, id, uuid, guid, supplier id, identifier, record id, lieferanten-id',
    name: 'name, vendor, vendor name, supplier, supplier name, company name, lieferant, lieferantenname, kreditorname, firma, firmenname, name 1, nom, fournisseur, nom du fournisseur, raison sociale, namn, leverantör, leverantörsnamn, företag, nombre, proveedor, nombre del proveedor, razón social, naam, leverancier, leveranciersnaam, bedrijfsnaam, 名称, 取引先名, 仕入先名, 会社名',
    vatId:
      'vat id, vat, vat no, vat number, vat reg no, tax id, ust-id, ust-idnr, ust id nr, ustidnr, umsatzsteuer-id, uid, n° tva, numéro de tva, tva intracommunautaire, momsnr, momsregnr, momsregistreringsnummer, vat-nummer, nif, cif, nif/cif, número de iva, btw-nummer, btw nr, btw-id',
    identifier:
      'company number, registration number, company registration number, org no, organisation number, handelsregisternummer, hrb, siret, siren, organisationsnummer, orgnr, org.nr, número de empresa, kvk, kvk-nummer, 法人番号',
    description:
      'description, note, notes, remarks, beschreibung, bemerkung, notiz, remarque, beskrivning, anteckning, descripción, nota, omschrijving, opmerking, 備考',
    email:
      'email, e-mail, mail, e-mail address, email address, e-mail-adresse, courriel, adresse e-mail, e-post, epost, e-postadress, correo, correo electrónico, e-mailadres, メール',
    website: 'website, web, url, homepage, internet, site web, webbplats, sitio web, webbsida',
    city: 'city, town, ort, stadt, wohnort, ville, localité, stad, postort, ciudad, población, localidad, plaats, woonplaats, 市区町村, 都市',
    address:
      'address, street, address line 1, strasse, straße, anschrift, adresse, rue, gata, adress, gatuadress, dirección, domicilio, calle, adres, straat, 住所',
    zipcode:
      'zip, zip code, zipcode, postal code, postcode, post code, plz, postleitzahl, code postal, cp, postnummer, postnr, código postal, c.p., 郵便番号',
    country: 'country, country code, land, ländercode, länderkennzeichen, pays, code pays, landkod, país, código de país, landcode, 国',
    'phoneNumber.localNumber':
      'phone, phone number, telephone, tel, telefon, telefonnummer, téléphone, teléfono, telefoon, telefoonnummer, 電話番号',
    bankCountry: 'bank country, bankland, pays de la banque, país del banco',
    bankName: 'bank, bank name, bankname, kreditinstitut, banque, nom de la banque, banknamn, banco, nombre del banco, banknaam, 銀行名',
    bankAccountNumber:
      'iban, account number, bank account, bank account number, account no, acct no, kontonummer iban, iban-nummer, numéro de compte, n° compte, compte bancaire, kontonummer, bankkonto, bankkontonummer, número de cuenta, cuenta bancaria, nº cuenta, rekeningnummer, bankrekening, 口座番号',
    bankAccountBic: 'bic, swift, swift code, bic/swift, swift/bic, bic-code',
    domesticBankAccountNumber: 'domestic account number, kontonummer, rekeningnummer, konto-nr, kontonr, konto, domestic account',
    domesticBankAccountCode:
      'sort code, bank code, routing number, aba, blz, bankleitzahl, domestic account code, clearingnummer, clearing number, clearingnr, code banque, ifsc',
    swedishBankgiroNumber: 'bankgiro, bankgironummer, bankgiro number, bg, bg-nummer',
    currency: 'currency, ccy, währung, waehrung, devise, monnaie, valuta, moneda, divisa, munt, 通貨',
    status: 'status, state, zustand, statut, état, estado',
    companyId: 'company id',
    updatedAt: 'updated, updated at, geändert am, modifié le, ändrad, actualizado, gewijzigd',
  },
  invoicePayable: { id: 'id, invoice id, uuid, guid' },
};

/** The fields that a heading may name, the surest first. */
export function fieldsNamed(kind: RecordKind, heading: string): readonly string[] {
  const key = headingKey(heading);
  return key === '' ? [] : (rankedOf(kind).get(key) ?? []);
}

const rankedOf = memoized((kind: RecordKind): Map<string, string[]> => {
  const ranked = new Map<string, string[]>();
  const add = (word: string, field: string) => {
    const key = headingKey(word);
    const fields = ranked.get(key) ?? [];
    if (key !== '' && !fields.includes(field)) ranked.set(key, [...fields, field]);
  };
  for (const fact of fieldsOf(kind)) add(fact.path.join('.'), fact.path.join('.'));
  for (const [field, list] of Object.entries(words[kind])) for (const word of list.split(',')) add(word, field);
  for (const fact of fieldsOf(kind)) for (const label of inEveryLanguage(fact.labelId)) add(label, fact.path.join('.'));
  return ranked;
});

/** The number of headings that each kind has a field for. */
export function knownHeadings(headings: readonly string[]): Record<RecordKind, number> {
  const count = (kind: RecordKind) => new Set(headings.flatMap((heading) => fieldsNamed(kind, heading)[0] ?? [])).size;
  return Object.fromEntries(recordKinds.map((kind) => [kind, count(kind)])) as Record<RecordKind, number>;
}

/** Headings of a names file, and columns that hold nothing to import but name a column all the same. */
const others = new Set(
  [
    'id, uuid, name, code, kind, type, active, in use, note, currency, account, cost centre, cost center, konto, kostenstelle, bezeichnung, aktiv, kod, kostnadsställe, code, libellé, compte, actif, cuenta, activo, rekening, actief',
    'customer, customer name, kunde, kundenname, debitor, client, kund, kundnamn, cliente, klant, 得意先, open, offen, open amount, restbetrag, mahnstufe, sachbearbeiter, bemerkung, vendor number, vendor no, supplier number, lieferantennr, lieferantennummer, kreditor, kreditorennummer, n° fournisseur, leverantörsnummer, leverantörsnr, número de proveedor, leveranciersnummer, card holder, cardholder, karteninhaber, net, netto, net amount, vat, mwst, ust, tva, moms, iva, btw, tax',
  ].flatMap((list) => list.split(',').map(headingKey)),
);

/** The number of cells that read like headings of any kind of file. */
export function headingMatches(cells: readonly string[]): number {
  return cells.filter((cell) => cell !== '' && cell.length <= 60 && isHeading(cell)).length;
}

const isHeading = (cell: string): boolean => recordKinds.some((kind) => fieldsNamed(kind, cell).length > 0) || others.has(headingKey(cell));
