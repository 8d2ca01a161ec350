import type { JsonObject } from '#shared/json/json.ts';
import type { World } from '#shared/world.ts';
import type { HostTrust } from './redirects.ts';
import type { Transport } from './transport/transport.ts';

/** The result of `authorization()`: the header's value, or the reason without one; `later` when it could not be fetched now. */
export type Authorization = { kind: 'header'; value: string } | { kind: 'signedOut'; why: string } | { kind: 'later' };

/** The account that a client speaks for; secrets stay behind it. */
export interface ClientAccount {
  /** As `parseBaseUrl` gives it: https, no trailing slash. */
  readonly baseUrl: string;
  /** Waits for a refresh under way. */
  authorization(): Promise<Authorization>;
  /**
   * Called after an UNAUTHORIZED with the header's value that was refused: true when a newer token is at hand, so that one repetition makes
   * sense; `later` when the service could not be asked for one just now.
   */
  onUnauthorized(used: string): Promise<boolean | 'later'>;
  /** The repetition with a newer token was refused as well. */
  refused?(): void;
  trusts(host: string): HostTrust;
  /** A read leads to a host that nobody answered for: a user is asked. */
  asks?(host: string): void;
  /** False for a record of another company than the account's: a read of one finds nothing here. */
  belongs?(record: JsonObject): boolean;
  /** The id of an expense that the service once showed: asking for it is answered as only the service answers. */
  knownExpense?(): string | null;
  /** Name of the query parameter for a document's variant; null while it is not known ("Endpoints 8": not shown). */
  documentParameter: string | null;
  /** Keeps a refresh from starting until the returned function is called: the time of a payment. */
  holdRefresh?(): () => void;
}

export interface ClientParts {
  world: World;
  transport: Transport;
  account: ClientAccount;
}
