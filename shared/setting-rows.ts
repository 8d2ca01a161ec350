import { z } from '#shared/zod.ts';
import { sumPattern } from '#shared/edits/confirm-above.ts';
import { languageNames } from '#shared/values/language.ts';

/** A user's setting: its form, and its value until they set it. IT's policy may set those with `policy`, under the same name. */
const rowOf =
  <Scope extends 'computer' | 'account', Policy extends boolean>(scope: Scope, policy: Policy) =>
  <Value>(schema: z.ZodType<Value>, usual: Value) => ({ scope, policy, schema, usual });
/** The same for every account of this computer. */
const ofComputer = rowOf('computer', false);
const ofAccount = rowOf('account', false);
const ofPolicy = rowOf('account', true);

/**
 * Every setting that a user changes. A new one is a row here and its control in renderer/pages/settings; one that IT may set has its form and
 * its words in policy-keys.ts too.
 */
export const settingRows = {
  singleKeys: ofComputer(z.boolean(), true),
  theme: ofComputer(z.enum(['system', 'light', 'dark']), 'system'),
  density: ofComputer(z.enum(['dense', 'comfortable']), 'dense'),
  /** A name of `languages`; empty: the system's. */
  language: ofComputer(z.enum(['', ...languageNames]) as z.ZodType<string>, ''),
  /** Amounts and counts; empty: the language's. */
  locale: ofComputer(z.string().max(35), ''),
  /** By the kind of edit; absent kinds follow their own default. */
  reviewRules: ofPolicy(z.record(z.string(), z.enum(['automatic', 'review', 'person'])), {}),
  /** "10000 EUR": payments of one review above it, in that currency, are asked about once more. */
  confirmAbove: ofPolicy(z.array(z.string().regex(sumPattern)).max(50), []),
  /** Room for documents before the least lately used are forgotten. */
  documentQuotaBytes: ofPolicy(z.number().int().min(0), 2_000_000_000),
  /** Days after which what was read leaves this laptop; null: it stays. */
  retentionDays: ofPolicy(z.number().int().min(1).max(3_650).nullable(), null),
  /** The steps of getting started are not wanted on this account any more. */
  stepsHidden: ofAccount(z.boolean(), false),
};

type Rows = typeof settingRows;
export type SettingValues = { [Name in keyof Rows]: z.infer<Rows[Name]['schema']> };
export type SettingsOf<Scope> = { [Name in keyof Rows as Rows[Name]['scope'] extends Scope ? Name : never]: SettingValues[Name] };
/** The settings that IT's policy may set. */
export type PolicySettings = { [Name in keyof Rows as Rows[Name]['policy'] extends true ? Name : never]: SettingValues[Name] };

const names = Object.keys(settingRows) as (keyof Rows)[];
export const computerSettings = names.filter((name) => settingRows[name].scope === 'computer') as (keyof SettingsOf<'computer'>)[];
export const accountSettings = names.filter((name) => settingRows[name].scope === 'account') as (keyof SettingsOf<'account'>)[];
export const policySettings = names.filter((name) => settingRows[name].policy) as (keyof PolicySettings)[];

/** A change of some settings; the others stay. */
export const settingChanges = z.object(
  Object.fromEntries(names.map((name) => [name, settingRows[name].schema.optional()])) as {
    [Name in keyof Rows]: z.ZodOptional<Rows[Name]['schema']>;
  },
);
export type SettingChanges = z.infer<typeof settingChanges>;

/** A value as it was kept, or the usual one where none that fits was. */
export function settingKept<Name extends keyof Rows>(name: Name, kept: unknown): SettingValues[Name] {
  const { schema, usual } = settingRows[name];
  const read = (schema as z.ZodType<SettingValues[Name]>).safeParse(kept);
  return read.success ? read.data : (usual as SettingValues[Name]);
}
