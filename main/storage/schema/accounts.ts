import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Capability } from '#shared/contract/views/views.ts';
import type { EpochMs } from '#shared/world.ts';
import { flag } from './column-types.ts';

/** One JSON value a name: settings, the owner of this database, the remembered import mappings. */
export const setting = sqliteTable('setting', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
});

/** Hosts that a user answered for. */
export const trustedHost = sqliteTable('trusted_host', {
  /** Lower case, with its port when it is not 443. */
  host: text('host').primaryKey(),
  answer: text('answer').$type<'withSignIn' | 'withoutSignIn' | 'no'>().notNull(),
  since: integer('since').$type<EpochMs>().notNull(),
});

/** Observed capabilities of the service beyond the specification, with the evidence. */
export const capability = sqliteTable('capability', {
  name: text('name').$type<Capability['name']>().primaryKey(),
  verdict: text('verdict').$type<Capability['verdict']>().notNull(),
  allowed: flag('allowed').notNull().default(false),
  evidence: text('evidence'),
  value: text('value'),
  at: integer('at').$type<EpochMs>(),
});
