import type { Company, NamedReference, User } from '#service/domain/records/reference.ts';
import { propertyValue } from '#service/domain/custom-properties.ts';
import type { CustomPropertyGroup, Store, StoredKind } from '#service/domain/store.ts';
import { customerNames, productNames } from './names.ts';
import { choicesFrom, type Choices } from './random.ts';
import { minorUnits } from './money.ts';

/** All that a company's records point at. */
export type Cast = ReturnType<typeof castOf>;

type Named = readonly (readonly [name: string, code: string | null, currency: string | null])[];

const plans = [
  {
    name: 'Halyard Instruments AB',
    groupCurrency: 'EUR',
    entities: [
      ['Halyard Instruments AB', 'SE01', 'SEK'],
      ['Halyard Instruments GmbH', 'DE01', 'EUR'],
      ['Halyard Instruments K.K.', 'JP01', 'JPY'],
    ],
  },
  { name: 'Kestrel Coffee Roasters, Lda.', groupCurrency: 'EUR', entities: [['Kestrel Coffee Roasters, Lda.', 'PT01', 'EUR']] },
] as const satisfies readonly { name: string; groupCurrency: string; entities: Named }[];

const bankAccounts: Named = [
  ['Operating account, euro', 'EUR-1', 'EUR'],
  ['Operating account, krona', 'SEK-1', 'SEK'],
  ['Collection account, dollar', 'USD-1', 'USD'],
  ['Tokyo branch account', 'JPY-1', 'JPY'],
  ['Kuwait collection account', 'KWD-1', 'KWD'],
];
const accounts: Named = [
  ['Sales of goods', '3001', null],
  ['Sales of services', '3041', null],
  ['Travel', '5800', null],
  ['Hotels and meals', '5830', null],
  ['Representation', '6071', null],
  ['Office supplies', '6110', null],
  ['Telephone and data', '6212', null],
  ['Freight', '5710', null],
  ['Software', '5420', null],
  ['Consulting', '6550', null],
];
const costCenters: Named = [
  ['Sales', 'CC-100', null],
  ['Service', 'CC-200', null],
  ['Production', 'CC-300', null],
  ['Research', 'CC-400', null],
  ['Administration', 'CC-900', null],
];
const categories: Named = [
  ['Travel', null, null],
  ['Meals', null, null],
  ['Lodging', null, null],
  ['Materials', null, null],
];
const taxRates: readonly (readonly [string, number])[] = [
  ['No tax', 0],
  ['Reduced 6 %', 600],
  ['Reduced 12 %', 1200],
  ['Standard 19 %', 1900],
  ['Standard 25 %', 2500],
];
const propertyPlans: readonly (readonly [string, string, boolean, readonly string[]])[] = [
  ['project', 'Project', false, ['Lisbon plant', 'Kuwait pilot', 'Osaka retrofit', 'Internal']],
  ['region', 'Region', false, ['Nordics', 'DACH', 'Iberia', 'Gulf', 'Japan']],
  ['tags', 'Tags', true, ['Billable', 'Recurring', 'Needs receipt', 'Audit 2026']],
];
const seededAt = '2026-01-02T08:00:00.000Z';

/** The people who may sign in to the sandbox. Their passwords are public: the sign-in page shows them. */
export const people: readonly (Pick<User, 'name' | 'email' | 'roles'> & { readonly companies: readonly number[] })[] = [
  { name: 'Inês Carvalho', email: 'ines@halyard.example', roles: ['admin'], companies: [0, 1] },
  { name: 'Oskar Lindqvist', email: 'oskar@halyard.example', roles: ['bookkeeper'], companies: [0] },
  { name: 'Mei Tanaka', email: 'mei@halyard.example', roles: ['reader'], companies: [0] },
  { name: 'Yusuf Haddad', email: 'yusuf@halyard.example', roles: ['purchaser', 'employee'], companies: [0] },
  { name: 'Rita Fonseca', email: 'rita@kestrel.example', roles: ['admin'], companies: [1] },
];

function propertyGroups(choices: Choices, companyId: string): CustomPropertyGroup[] {
  return propertyPlans.map(([internalName, label, multiple, labels]) => {
    const group = { id: choices.uuid(), companyId, internalName, label, multiple };
    return { ...group, values: labels.map((valueLabel) => propertyValue(group, choices.uuid(), valueLabel, seededAt)) };
  });
}

function castOf(choices: Choices, plan: (typeof plans)[number], company: Company, users: readonly User[]) {
  const of = (list: Named): NamedReference[] =>
    list.map(([name, code, currency]) => ({ id: choices.uuid(), companyId: company.id, name, code, currency }));
  return {
    company,
    entities: of(plan.entities),
    bankAccounts: of(bankAccounts),
    accounts: of(accounts),
    costCenters: of(costCenters),
    categories: of(categories),
    customers: of(customerNames.map((name, index) => [name, `C-${String(1001 + index)}`, null] as const)),
    products: productNames.map(([name, cents]) => ({
      id: choices.uuid(),
      companyId: company.id,
      name,
      price: minorUnits(cents, 'EUR'),
      currency: 'EUR',
    })),
    taxCodes: taxRates.map(([name, rateBasisPoints]) => ({ id: choices.uuid(), companyId: company.id, name, rateBasisPoints })),
    groups: propertyGroups(choices, company.id),
    users: users.filter((user) => user.companyIds.includes(company.id)),
  };
}

/** Makes the companies, their people and their reference data from a seed: the first company is the one that tests and demos use. */
export function makeCasts(seed: number): readonly Cast[] {
  const choices = choicesFrom(seed);
  const companies = plans.map((plan): Company => ({ id: choices.uuid(), name: plan.name, groupCurrency: plan.groupCurrency }));
  const users = people.map((person): User => {
    const companyIds = person.companies.map((index) => companies[index]?.id ?? '');
    return { id: choices.uuid(), name: person.name, email: person.email, password: 'layover', roles: person.roles, companyIds };
  });
  return plans.map((plan, index) => castOf(choices, plan, companies[index] as Company, users));
}

/** The storage kind of each list of fixture people. */
const kinds = {
  ...{ users: 'user', entities: 'companyEntity', bankAccounts: 'bankAccount', accounts: 'account', costCenters: 'costCenter' },
  ...{ categories: 'reimbursementCategory', customers: 'customer', products: 'product', taxCodes: 'taxCode' },
  groups: 'customPropertyGroup',
} as const;

export function storeCast(store: Store, cast: Cast): void {
  store.put('company', cast.company.id, cast.company);
  for (const [name, kind] of Object.entries(kinds) as [keyof typeof kinds, StoredKind][])
    for (const each of cast[name]) store.put(kind, each.id, each);
}
