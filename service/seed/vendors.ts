import { refuse, shapeB } from '#service/domain/refusal.ts';
import type { Vendor } from '#service/domain/records/vendor.ts';
import { hoursAfter, officeTime } from './calendar.ts';
import type { Cast } from './cast.ts';
import { minorUnits } from './money.ts';
import { countries, trades, type Country } from './names.ts';
import { makeProperties } from './properties.ts';
import type { Choices } from './random.ts';

const statuses = ['IN_REVIEW', 'APPROVED', 'APPROVED', 'APPROVED', 'BLOCKED'] as const;
const noteTexts = ['Asks for the order number on every invoice.', 'Changed bank in spring; confirmed by phone.', 'Pays freight both ways.'];

function digits(choices: Choices, count: number): string {
  return Array.from({ length: count }, () => String(choices.int(0, 9))).join('');
}

/** A number of the country with the check digits of ISO 13616: the remainder of 97 over the letters as numbers. */
function ibanOf(countryCode: string, account: string): string {
  const asNumbers = [...`${account}${countryCode}00`].map((sign) => String(Number.parseInt(sign, 36))).join('');
  const check = 98n - (BigInt(asNumbers) % 97n);
  return `${countryCode}${String(check).padStart(2, '0')}${account}`;
}

function bankFields(choices: Choices, country: Country, city: string, zipcode: string) {
  const swedish = country.code === 'SE';
  return {
    bankCountry: country.code,
    bankName: `${city} ${swedish ? 'Sparbank' : 'Commercial Bank'}`,
    bankCity: city,
    bankAddress: `${choices.pick(country.streets)} ${String(choices.int(1, 40))}`,
    bankZipcode: zipcode,
    bankAccountNumber: ibanOf(country.code, digits(choices, 20).slice(2)),
    bankAccountBic: `${
      country.roots[0]
        ?.slice(0, 4)
        .toUpperCase()
        .replaceAll(/[^A-Z]/g, 'X') ?? 'XXXX'
    }${country.code}2X`,
    domesticBankAccountNumber: choices.chance(0.3) ? digits(choices, 9) : null,
    domesticBankAccountCode: choices.chance(0.3) ? digits(choices, 5) : null,
    swedishBankgiroNumber: swedish ? `${digits(choices, 4)}-${digits(choices, 4)}` : null,
  };
}

function contactFields(choices: Choices, country: Country, name: string) {
  const [city, zipcode] = choices.pick(country.cities);
  const slug = name
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[^a-z0-9]+/g, '')
    .slice(0, 18);
  return {
    vatId: `${country.code}${digits(choices, 10)}`,
    identifier: `V-${digits(choices, 5)}`,
    description: choices.chance(0.5) ? `Terms ${String(choices.pick([10, 14, 30, 45]))} days net` : null,
    avatarUrl: null,
    email: `billing@${slug}.${country.domain}`,
    website: `https://${slug}.${country.domain}`,
    city,
    address: `${choices.pick(country.streets)} ${String(choices.int(1, 120))}`,
    zipcode,
    country: country.code,
    phoneNumber: choices.chance(0.8) ? { countryCode: country.code, localNumber: digits(choices, 9) } : null,
    ...bankFields(choices, country, city, zipcode),
  };
}

function defaultEntity(choices: Choices, cast: Cast, vendorId: string, createdAt: string): Vendor['defaultCompanyEntity'] {
  return {
    id: choices.uuid(),
    vendorId,
    companyEntityId: choices.pick(cast.entities).id,
    accountId: choices.pick(cast.accounts).id,
    taxCodeId: choices.pick(cast.taxCodes).id,
    costCenterId: choices.pick(cast.costCenters).id,
    senderBankAccountId: choices.pick(cast.bankAccounts).id,
    createdAt,
    updatedAt: createdAt,
  };
}

function attachments(choices: Choices, cast: Cast, vendorId: string, createdAt: string): Pick<Vendor, 'approvers' | 'notes'> {
  const approvers = cast.users
    .slice(0, choices.int(0, 2))
    .map((user, index) => ({ id: choices.uuid(), userId: user.id, vendorId, priority: index + 1, createdAt }));
  const note = {
    id: choices.uuid(),
    vendorId,
    authorId: choices.pick(cast.users).id,
    companyId: cast.company.id,
    channel: 'WEB_APP',
    content: choices.pick(noteTexts),
    createdAt,
    updatedAt: createdAt,
  };
  return { approvers, notes: choices.chance(0.3) ? [note] : [] };
}

export function makeVendor(choices: Choices, cast: Cast): Vendor {
  const vendorId = choices.uuid();
  const country = choices.pick(countries);
  const name = `${choices.pick(country.roots)} ${choices.pick(trades)} ${choices.pick(country.legalForms)}`;
  const createdAt = officeTime(choices);
  const entity = choices.chance(0.85) ? defaultEntity(choices, cast, vendorId, createdAt) : null;
  const failure = refuse('UNPROCESSABLE_CONTENT', 'BANK_CHECK_FAILED', 'The bank account could not be verified.', ['bankAccountNumber']);
  return {
    type: 'EXTERNAL',
    vendorId,
    companyId: cast.company.id,
    companyEntityIds: entity === null ? [] : [entity.companyEntityId],
    defaultCompanyEntity: entity,
    name,
    ...contactFields(choices, country, name),
    vendorCreatedAt: createdAt,
    updatedAt: hoursAfter(createdAt, choices.int(0, 200)),
    ...attachments(choices, cast, vendorId, createdAt),
    currency: country.currency,
    groupCurrency: cast.company.groupCurrency,
    contractValue: minorUnits(choices.int(0, 40) * 125_000, country.currency),
    createdBy: choices.pick(cast.users).id,
    status: choices.pick(statuses),
    failureContext: choices.chance(0.02) ? (shapeB(failure) as Vendor['failureContext']) : null,
    version: choices.int(1, 9),
    customProperties: makeProperties(choices, cast),
    lastMtdSpendInGroupCurrency: minorUnits(choices.int(0, 900) * 1_130, cast.company.groupCurrency),
  };
}
