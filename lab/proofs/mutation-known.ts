import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { outFolder, readHashes, type Mutant } from './mutation-sandbox.ts';

interface Known {
  /** The hash of the mutant's file as it was then. */
  source: string;
  isRefused?: boolean;
  /** The test that it made red, with the hash of that test's file. */
  killedBy?: [test: string, hash: string];
  /** Tests that stayed green, as numbers of `green`. */
  survived?: number[];
}

const file = path.join(outFolder, 'known.json');

/**
 * Results of earlier runs. A verdict holds while the mutant's file and the test's file are unchanged; changes of other files are ignored. Delete
 * `out/mutation` to start over.
 */
export class KnownMutants {
  readonly #hashes = readHashes();
  readonly #green: string[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #known: Record<string, Known> = {};

  constructor() {
    if (!existsSync(file)) return;
    const kept = JSON.parse(readFileSync(file, 'utf8')) as { green: string[]; known: Record<string, Known> };
    this.#green = kept.green;
    this.#known = kept.known;
    kept.green.forEach((name, n) => this.#numbers.set(name, n));
  }

  /** The compiler's refusal; null when not asked. */
  isRefused(one: Mutant): boolean | null {
    return this.#of(one)?.isRefused ?? null;
  }

  isKilled(one: Mutant): boolean {
    const [test, hash] = this.#of(one)?.killedBy ?? [];
    return test !== undefined && this.#hashOf(test) === hash;
  }

  /** The test that noticed it once, whatever changed since. */
  noticedBy(one: Mutant): string | null {
    return this.#known[one.key]?.killedBy?.[0] ?? null;
  }

  /** True when this test, as it is now, stayed green. */
  survived(one: Mutant, test: string): boolean {
    const number = this.#numbers.get(this.#named(test));
    return number !== undefined && (this.#of(one)?.survived ?? []).includes(number);
  }

  noteTypes(one: Mutant, isRefused: boolean): void {
    this.#entry(one).isRefused = isRefused;
  }

  note(one: Mutant, test: string, isKilled: boolean): void {
    const entry = this.#entry(one);
    if (isKilled) {
      entry.killedBy = [test, this.#hashOf(test)];
      delete entry.survived;
      return;
    }
    const name = this.#named(test);
    const number = this.#numbers.get(name) ?? this.#green.push(name) - 1;
    this.#numbers.set(name, number);
    (entry.survived ??= []).push(number);
  }

  save(): void {
    writeFileSync(`${file}.new`, JSON.stringify({ green: this.#green, known: this.#known }));
    renameSync(`${file}.new`, file);
  }

  #of(one: Mutant): Known | undefined {
    const known = this.#known[one.key];
    return known?.source === this.#hashes[one.file] ? known : undefined;
  }

  #entry(one: Mutant): Known {
    const known = this.#of(one);
    if (known) return known;
    const noticedBy = this.#known[one.key]?.killedBy;
    return (this.#known[one.key] = { source: this.#hashes[one.file] ?? '', ...(noticedBy && { killedBy: [noticedBy[0], ''] }) });
  }

  readonly #hashOf = (test: string) => this.#hashes[test.slice(0, test.indexOf(' > '))] ?? '';
  readonly #named = (test: string) => `${this.#hashOf(test)} ${test}`;
}
