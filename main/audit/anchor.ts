import { hash } from 'node:crypto';
import { trustRows } from '#main/registry/trust.ts';
import type { Store } from '#main/storage/store.ts';
import { claimsEver } from '#main/outbox/claim.ts';
import { compareAuditLog, auditHead, auditStart, type AuditHead } from './audit.ts';

/**
 * The keychain's memory of a database: the number of requests ever claimed, the newest line of the audit log, and the hosts that the user
 * answered for. A restored or spliced database does not agree with it (law 12).
 */
export interface Anchor {
  claims: number;
  line: AuditHead;
  /** A digest of every answer for a host. */
  trust: string;
  /** A line of the log that did not fit the one before, and was told of; 0 without one. */
  broken: number;
}

/** The anchor of what is committed now. */
export function anchorOf(store: Store, broken = 0): Anchor {
  return { claims: claimsEver(store), line: auditHead(store) ?? auditStart, trust: trustDigest(store), broken };
}

/** Which way a database and the keychain's anchor differ; the log goes on from the anchored line, or not. */
export type AuditContinuity = ReturnType<typeof compareAuditLog>;

/** Compares the audit log with the anchored line; a keychain that noted no line yet contradicts nothing. */
export function compareLine(store: Store, { line }: Anchor): AuditContinuity {
  return line.seq === 0 ? 'goesOn' : compareAuditLog(store, line);
}

/** A digest of every host that the user answered for, with the answer. */
export function trustDigest(store: Store): string {
  const answers = trustRows(store).map(({ host, answer }) => `${host}\n${answer}\n`);
  return answers.length === 0 ? '-' : hash('sha256', answers.join('')).slice(0, 16);
}

export const sameAnchor = (a: Anchor, b: Anchor): boolean =>
  a.claims === b.claims && a.line.seq === b.line.seq && a.line.hash === b.line.hash && a.trust === b.trust && a.broken === b.broken;

/**
 * True when this database is not the one in the keychain's anchor, or came here without its keychain: a restored backup, a copied profile, an audit
 * log that was cut or rewritten (law 12). A keychain that cannot be read answers nothing either way.
 */
export function mustHoldAll(counter: number, keychain: Anchor | null | 'locked' | 'unavailable', how: AuditContinuity): boolean {
  if (keychain === 'locked' || keychain === 'unavailable') return false;
  return keychain === null ? counter > 0 : keychain.claims > counter || how !== 'goesOn';
}
