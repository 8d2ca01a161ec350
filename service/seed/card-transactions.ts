import { refuse, shapeB } from '#service/domain/refusal.ts';
import type { CardTransaction } from '#service/domain/records/card-transaction.ts';
import { hoursAfter, officeTime } from './calendar.ts';
import type { Cast } from './cast.ts';
import { minorUnits } from './money.ts';
import { merchants } from './names.ts';
import { makeProperties } from './properties.ts';
import type { Choices } from './random.ts';

const currencies = ['EUR', 'EUR', 'USD', 'SEK', 'SEK', 'JPY', 'KWD'] as const;
const merchantCountries = ['SE', 'DE', 'PT', 'US', 'JP', 'KW', 'UNDEFINED'] as const;

type Cards = ReturnType<typeof makeCards>;

/** The cards of a company, made once and passed to each transaction. */
export function makeCards(choices: Choices) {
  return { balanceAccountId: choices.uuid(), cardIds: Array.from({ length: 8 }, () => choices.uuid()) };
}

function makeLine(
  choices: Choices,
  cast: Cast,
  transactionId: string,
  amount: bigint,
  createdAt: string,
): CardTransaction['lines'][number] {
  const taxCode = choices.pick(cast.taxCodes);
  const taxAmount = (amount * BigInt(taxCode.rateBasisPoints)) / (10_000n + BigInt(taxCode.rateBasisPoints));
  return {
    id: choices.uuid(),
    transactionId,
    companyId: cast.company.id,
    accountId: choices.pick(cast.accounts).id,
    taxCodeId: taxCode.id,
    costCenterId: choices.pick(cast.costCenters).id,
    amount,
    netAmount: amount - taxAmount,
    taxAmount,
    description: null,
    createdAt,
    updatedAt: createdAt,
    customProperties: [],
  };
}

function makeMerchant(choices: Choices): { merchant: CardTransaction['merchant']; cash: boolean } {
  const [name, mcc] = choices.pick(merchants);
  const number = String(choices.int(100_000, 999_999));
  const merchant = { name, zipcode: String(choices.int(10_000, 99_999)), id: `M${number}`, mcc, acquirerId: `A${number.slice(0, 3)}` };
  return { merchant: { ...merchant, country: choices.pick(merchantCountries) }, cash: mcc === '6011' };
}

export function makeCardTransaction(choices: Choices, cast: Cast, cards: Cards): CardTransaction {
  const id = choices.uuid();
  const performedAt = officeTime(choices);
  const cents = choices.int(390, 62_000);
  const originalCurrency = choices.pick(currencies);
  const amount = minorUnits(cents, cast.company.groupCurrency);
  const { merchant, cash } = makeMerchant(choices);
  const failure = refuse('BAD_REQUEST', 'RECEIPT_UNREADABLE', 'The receipt could not be read.', ['receipt']);
  return {
    id,
    companyId: cast.company.id,
    companyEntityId: choices.pick(cast.entities).id,
    cardBalanceAccountId: cards.balanceAccountId,
    cardId: choices.pick(cards.cardIds),
    originalAmount: minorUnits(cents, originalCurrency),
    originalCurrency,
    amount,
    currency: cast.company.groupCurrency,
    direction: choices.chance(0.95) ? 'DEBIT' : 'CREDIT',
    transactionReason: 'APPROVED',
    purchaseType: cash ? 'ATM' : choices.pick(['POS', 'ONLINE']),
    status: choices.pick(['AUTHORIZED', 'AUTHORIZED', 'SETTLED']),
    type: 'PAYMENT',
    merchant,
    receiptDocumentKey: choices.chance(0.6) ? `receipts/cards/${id.slice(0, 8)}.pdf` : null,
    lines: [makeLine(choices, cast, id, amount, performedAt)],
    failureContext: choices.chance(0.03) ? (shapeB(failure) as CardTransaction['failureContext']) : null,
    editStatus: choices.chance(0.92) ? 'ALL_EDITS_ALLOWED' : 'NO_EDITS_ALLOWED',
    description: choices.chance(0.5) ? choices.pick(['Team travel', 'Supplier visit', 'Client meeting', 'Site work']) : null,
    performedAt,
    createdAt: hoursAfter(performedAt, 1),
    updatedAt: hoursAfter(performedAt, choices.int(1, 96)),
    updatedBy: choices.chance(0.5) ? choices.pick(cast.users).id : null,
    customProperties: makeProperties(choices, cast),
  };
}
