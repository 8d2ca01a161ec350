import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { EpochMs } from '#shared/world.ts';
import { flag } from './column-types.ts';

// The registry's own database. Its one migration is written by hand in accounts/registry.ts (STRICT, CHECK).

/** An account as this computer knows it; its secrets are in the keychain, its data in its own database. */
export const account = sqliteTable('account', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  baseUrl: text('base_url').notNull(),
  auth: text('auth').$type<'apiKey' | 'oauth'>().notNull(),
  embedded: flag('embedded').notNull(),
  companyId: text('company_id'),
  userId: text('user_id'),
  /** PEM of a pinned certificate authority. */
  ca: text('ca'),
  clientId: text('client_id'),
  redirectPort: integer('redirect_port').notNull(),
  createdAt: integer('created_at').$type<EpochMs>().notNull(),
  /** True once its database was opened: from then on, a missing or empty file is damage. */
  opened: flag('opened').notNull().default(false),
});

/** The app's own settings, one JSON value a name. */
export const appSetting = sqliteTable('app_setting', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
});
