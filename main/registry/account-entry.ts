import type { account as table } from '#main/storage/schema/registry.ts';

/** An account as this computer knows it; its secrets are in the keychain, its data in its own database. */
export type AccountEntry = typeof table.$inferSelect & { active: boolean };

export type NewAccount = Omit<AccountEntry, 'createdAt' | 'opened' | 'active'>;
