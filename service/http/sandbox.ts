import type { Credentials } from '#service/data/credentials.ts';
import type { Store } from '#service/domain/store.ts';
import type { Switches } from '#service/domain/switches.ts';
import type { FaultPlan } from '#service/faults.ts';
import type { AccessTokens } from '#service/oauth/access-tokens.ts';
import type { ServiceOptions } from '#service/options.ts';
import type { PurchaseInvoiceDocuments } from '#service/documents/purchase-invoice-documents.ts';

/** A request as it came over the wire, kept so that tests can compare it with the specification byte for byte. */
export interface CapturedRequest {
  readonly sequence: number;
  readonly at: number;
  readonly httpVersion: string;
  readonly method: string;
  readonly path: string;
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bodyText: string;
  /** The fault that struck the request, or null. */
  readonly fault: string | null;
}

/** A running sandbox's parts, shared by its routes. */
export interface Sandbox {
  readonly options: ServiceOptions;
  readonly store: Store;
  /** Resolves once everything that was put in the store survives a crash of the process. */
  readonly durable: () => Promise<void>;
  readonly credentials: Credentials;
  readonly tokens: AccessTokens;
  readonly faults: FaultPlan;
  readonly documents: PurchaseInvoiceDocuments;
  /** The switches of this moment; tests may change them while the sandbox runs. */
  switches: Switches;
  /** Delay before each answer, in milliseconds; tests may change it. */
  latencyMs: number;
  /** The last requests, oldest first. */
  readonly captured: CapturedRequest[];
  capturedCount: number;
  /** The forms that came to the token endpoint, oldest first, for tests that ask where their secrets are. */
  readonly tokenForms: Readonly<Record<string, string | undefined>>[];
}
