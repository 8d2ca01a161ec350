/** Parameters of a long proof. The same seed and size repeat the same run. */
export interface ProofRequest {
  seed: number;
  /** Number of cases: schedules, cuts, kills, strings, as the proof's own word says. */
  size: number;
  /** The commit under proof; null outside of a clone. */
  commit?: string | null;
  /** Says a line of progress while the proof runs. */
  report(line: string): void;
}

/** The result of a proof. It holds when `violations` is empty and `ran` reached the requested size. */
export interface ProofResult {
  ran: number;
  /** The first few, each with what is needed to replay it. */
  violations: string[];
  violationCount: number;
  /** Counts worth a line in lab/proofs/report.md: transitions, faults, crashes, milliseconds a case. A zero that must not be zero is a violation. */
  facts: Record<string, number | string>;
  /** Optional table, for instance mutant → schedules violated. */
  table?: { columns: string[]; rows: (string | number)[][] };
}

/** Every module in lab/proofs but this one exports `run` of this shape. */
export type RunProof = (request: ProofRequest) => Promise<ProofResult>;
