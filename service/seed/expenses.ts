import type { Expense, ExpenseLineItem } from '#service/domain/records/expense.ts';
import { dayOf, hoursAfter, officeTime } from './calendar.ts';
import type { Cast } from './cast.ts';
import { minorUnits } from './money.ts';
import { expenseThings } from './names.ts';
import type { Choices } from './random.ts';

const currencies = ['EUR', 'EUR', 'EUR', 'USD', 'USD', 'SEK', 'SEK', 'JPY', 'KWD'] as const;
const statuses = ['CREATED', 'CREATED', 'IN_DRAFT', 'IN_DRAFT', 'SUBMITTED_FOR_REVIEW', 'SUBMITTED_FOR_REVIEW', 'CANCELLED'] as const;

function lineItem(choices: Choices, cast: Cast, expenseId: string, currency: string, createdAt: string): ExpenseLineItem {
  const [description, cents] = choices.pick(expenseThings);
  const euroCents = Math.round(cents * (0.6 + choices.next()));
  return {
    id: choices.uuid(),
    expenseId,
    accountId: choices.pick(cast.accounts).id,
    costCenterId: choices.chance(0.9) ? choices.pick(cast.costCenters).id : null,
    reimbursementCategoryId: choices.chance(0.8) ? choices.pick(cast.categories).id : null,
    originalAmount: minorUnits(euroCents, currency),
    billingAmount: minorUnits(euroCents, cast.company.groupCurrency),
    description,
    createdAt,
    updatedAt: createdAt,
  };
}

export function makeExpense(choices: Choices, cast: Cast): Expense {
  const id = choices.uuid();
  const originalCurrency = choices.pick(currencies);
  const createdAt = officeTime(choices);
  const lineItems = Array.from({ length: choices.int(1, 3) }, () => lineItem(choices, cast, id, originalCurrency, createdAt));
  return {
    id,
    receiptDocumentKey: choices.chance(0.75) ? `receipts/2026/${id.slice(0, 8)}.jpg` : null,
    originalCurrency,
    billingCurrency: cast.company.groupCurrency,
    status: choices.pick(statuses),
    userId: choices.pick(cast.users).id,
    companyId: cast.company.id,
    performedDate: dayOf(hoursAfter(createdAt, -24 * choices.int(0, 6))),
    lineItems,
    createdAt,
    updatedAt: choices.chance(0.4) ? hoursAfter(createdAt, choices.int(1, 72)) : createdAt,
  };
}
