import type { Sending } from '#main/api/client.ts';
import type { Claim, Intent } from '#main/outbox/claim.ts';
import type { KeychainState } from '#main/sync/engine-parts.ts';
import type { EditKind } from '#shared/edits/edit-kind.ts';
import type { JsonObject } from '#shared/json/json.ts';

/** One request whose intent is durable, and the keychain's answer to its number. */
export interface Claimed {
  ready: Ready;
  claim: Claim;
  guarded: Promise<KeychainState>;
  /** The write counter at that time. */
  writes: number;
}

/** A request that can be claimed and then sent. */
export interface Ready {
  kind: 'ready';
  intent: Intent;
  sending: Sending;
  editKind: EditKind;
  body: JsonObject;
  /** True when it carries every known field of the record. */
  whole: boolean;
  /** True when it carries only the edit's own fields of a full record, because the rest is unknown. */
  partly: boolean;
}
