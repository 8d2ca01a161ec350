import type { z } from '#shared/zod.ts';
import type { Policy } from '#main/app/host.ts';

/** The type of a value in the files that IT's tools read. Lists and lines have one entry per line. */
export type PolicyForm =
  | { kind: 'text' | 'lines' | 'list' | 'switch' }
  | { kind: 'number'; min: number; max: number }
  | { kind: 'choice'; choices: readonly string[] }
  /** A table of names, each with one of these values. */
  | { kind: 'rules'; names: readonly string[]; choices: readonly string[] };

/** One setting that IT may fix. The reader, docs/policy.md and build/policy are generated from these. */
export interface PolicyKey {
  name: string;
  field: keyof Policy;
  form: PolicyForm;
  /** Shown in the group policy editor. */
  title: string;
  /** Its description for IT. */
  description: string;
  /** The allowed values, to follow "allowed is". */
  allowed: string;
  example: unknown;
  /** Validates a raw value and converts it for the app. */
  schema: z.ZodType;
}
