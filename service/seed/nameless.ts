import type { Cast } from './cast.ts';
import type { Choices } from './random.ts';
import type { NamedReference } from '#service/domain/records/reference.ts';

/** Hardly an id of these pools is met twice. */
const pool = 1_500;

/**
 * The awkward company: nothing that its records refer to has a name anywhere, and there are thousands of such ids. For learning what to do
 * with a service that tells nothing.
 */
export function makeNameless(choices: Choices): Cast {
  const company = { id: choices.uuid(), name: 'Tern & Tide Chartering Ltd', groupCurrency: 'EUR' };
  const of = (count: number, currency: string | null = null): NamedReference[] =>
    Array.from({ length: count }, () => ({ id: choices.uuid(), companyId: company.id, name: '', code: null, currency }));
  const id = choices.uuid();
  const user = { id, name: 'Nadia Quist', email: 'nadia@tern.example', password: 'layover', roles: ['admin'], companyIds: [company.id] };
  return {
    company,
    entities: of(12),
    bankAccounts: ['EUR', 'SEK', 'USD', 'JPY', 'KWD'].flatMap((currency) => of(8, currency)),
    accounts: of(pool),
    costCenters: of(pool),
    categories: of(pool / 10),
    customers: of(pool),
    products: of(pool).map((each) => ({ ...each, price: 4_900n, currency: 'EUR' })),
    taxCodes: of(40).map((each) => ({ ...each, rateBasisPoints: 2_500 })),
    groups: [],
    users: [user],
  };
}
