/** Numbers of rows of one kind, a bit each: a hundred thousand are twelve kilobytes, and sets meet in microseconds. */
export class RowSet {
  readonly first: number;
  readonly bits: Uint32Array;

  /** Nothing, with room for the rows from `first` to `last`. */
  constructor(first: number, last: number) {
    this.first = first;
    this.bits = new Uint32Array(((Math.max(first, last) - first) >>> 5) + 1);
  }

  add(row: number): void {
    const place = row - this.first;
    if (place >= 0 && place >>> 5 < this.bits.length) this.bits[place >>> 5] = (this.bits[place >>> 5] ?? 0) | (1 << (place & 31));
  }

  /** Adds the rows that stand from one place to before another; all must be rows that there is room for. */
  addStretch(rows: Uint32Array, from: number, to: number): void {
    const { first, bits } = this;
    for (let at = from; at < to; at += 1) {
      const place = (rows[at] ?? first) - first;
      bits[place >>> 5] = (bits[place >>> 5] ?? 0) | (1 << (place & 31));
    }
  }

  /** Adds those of these rows whose code, by their place in this set, is 1 in `wanted`; all must be rows that there is room for. */
  addCoded(rows: Uint32Array, codes: Uint8Array, wanted: Uint8Array): void {
    const { first, bits } = this;
    for (let at = 0; at < rows.length; at += 1) {
      const place = (rows[at] ?? first) - first;
      bits[place >>> 5] = (bits[place >>> 5] ?? 0) | ((wanted[codes[place] ?? 0] ?? 0) << (place & 31));
    }
  }

  delete(row: number): void {
    const place = row - this.first;
    if (this.has(row)) this.bits[place >>> 5] = (this.bits[place >>> 5] ?? 0) & ~(1 << (place & 31));
  }

  /** The same rows, with room up to `last` or to where there was. */
  copy(last: number): RowSet {
    const copied = new RowSet(this.first, Math.max(last, this.last));
    copied.bits.set(this.bits);
    return copied;
  }

  has(row: number): boolean {
    const place = row - this.first;
    return ((this.bits[place >>> 5] ?? 0) & (1 << (place & 31))) !== 0;
  }

  /** The last row that there is room for. */
  get last(): number {
    return this.first + this.bits.length * 32 - 1;
  }

  get size(): number {
    let size = 0;
    // Over typed arrays `of` costs several times as much.
    for (let at = 0; at < this.bits.length; at += 1) size += ones(this.bits[at] ?? 0);
    return size;
  }

  rows(): number[] {
    const rows: number[] = [];
    for (const [at, word] of this.bits.entries())
      for (let left = word; left !== 0; left &= left - 1) rows.push(this.first + at * 32 + 31 - Math.clz32(left & -left));
    return rows;
  }

  /** What is in all of `wanted` (at least one) and in none of `unwanted`. */
  static meeting([one, ...others]: [RowSet, ...RowSet[]], unwanted: readonly RowSet[]): RowSet {
    const met = new RowSet(one.first, one.last);
    for (let at = 0; at < met.bits.length; at += 1) {
      let word = one.bits[at] ?? 0;
      for (const { bits } of others) word &= bits[at] ?? 0;
      for (const { bits } of unwanted) word &= ~(bits[at] ?? 0);
      met.bits[at] = word;
    }
    return met;
  }

  /** What is in any of them; null of none. */
  static joined(sets: readonly RowSet[]): RowSet | null {
    const [one] = sets;
    if (!one) return null;
    const joined = new RowSet(one.first, one.last);
    for (const { bits } of sets)
      for (let at = 0; at < joined.bits.length; at += 1) joined.bits[at] = (joined.bits[at] ?? 0) | (bits[at] ?? 0);
    return joined;
  }
}

function ones(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
