// The same records and edits for every subject of the bench: deterministic, 1–2 KB a record, as design/performance.md asks.

/** Small, fast, seeded generator (mulberry32); uniform in [0, 1). */
export function randomFrom(seed) {
  let a = seed | 0;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const words =
  'taxi hotel lunch train flight parking coffee dinner stationery fuel toll cloud hosting licence workshop visa postage print phone garage'.split(
    ' ',
  );
const places =
  'Lisbon Oslo Malmo Kyoto Kuwait Berlin Lyon Turin Porto Ghent Bergen Osaka Austin Denver Uppsala Hamburg Zurich Vienna Madrid Dublin'.split(
    ' ',
  );
const currencies = ['EUR', 'USD', 'SEK', 'JPY', 'KWD'];
const statuses = ['CREATED', 'IN_DRAFT', 'SUBMITTED_FOR_REVIEW', 'CANCELLED'];

export function uuidOf(n, group = 1) {
  const tail = n.toString(16).padStart(12, '0');
  return `${group.toString(16).padStart(8, '0')}-0000-4000-8000-${tail}`;
}

/** Expense number `n` as the service would send it. */
export function expense(n) {
  const r = randomFrom(n + 1);
  const pick = (list) => list[Math.floor(r() * list.length)];
  const currency = pick(currencies);
  const date = `2026-${String(1 + Math.floor(r() * 12)).padStart(2, '0')}-${String(1 + Math.floor(r() * 28)).padStart(2, '0')}`;
  const id = uuidOf(n);
  const stamp = `${date}T${String(Math.floor(r() * 24)).padStart(2, '0')}:15:${String(n % 60).padStart(2, '0')}Z`;
  const line = (i) => ({
    id: uuidOf(n * 8 + i, 2),
    expenseId: id,
    accountId: uuidOf(Math.floor(r() * 90), 3),
    costCenterId: uuidOf(Math.floor(r() * 12), 4),
    reimbursementCategoryId: uuidOf(Math.floor(r() * 9), 5),
    originalAmount: Math.floor(r() * 90000) + 100,
    billingAmount: Math.floor(r() * 90000) + 100,
    description: `${pick(words)} ${pick(places)} ${pick(words)}`,
    createdAt: stamp,
    updatedAt: stamp,
  });
  return {
    id,
    receiptDocumentKey: `receipts/${id}.pdf`,
    originalCurrency: currency,
    billingCurrency: 'EUR',
    status: pick(statuses),
    userId: uuidOf(Math.floor(r() * 40), 6),
    companyId: uuidOf(1, 7),
    performedDate: date,
    lineItems: [line(0), line(1), line(2)],
    createdAt: stamp,
    updatedAt: stamp,
  };
}

export const titleOf = (record) => record.lineItems[0].description;
export const amountOf = (record) => record.lineItems.reduce((sum, l) => sum + l.originalAmount, 0);

/** Edit number `n`: sets the performed date of one of `over` records. */
export function edit(n, over) {
  const r = randomFrom(n * 7 + 3);
  return {
    id: uuidOf(n, 9),
    record: uuidOf(Math.floor(r() * over)),
    body: { performedDate: `2026-${String(1 + (n % 12)).padStart(2, '0')}-${String(1 + (n % 28)).padStart(2, '0')}` },
  };
}

/** Two-word searches that hit between a few and a few thousand rows. */
export const searches = words.slice(0, 10).map((w, i) => [w, places[i]]);
export const allStatuses = statuses;

/** Median and 99th percentile of a list of milliseconds. */
export function percentiles(list) {
  const sorted = [...list].sort((a, b) => a - b);
  const at = (p) => sorted[Math.min(sorted.length - 1, Math.floor(p * sorted.length))];
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: sorted.at(-1), n: sorted.length };
}

/**
 * Runs `work` again and again for `seconds` and answers rate, percentiles and processor time. `work(n)` may be async. The first ones are not
 * counted, for any subject: a log that still grows makes every fsync slower, and whoever filled more records before would have an advantage.
 */
export async function forSeconds(seconds, work, uncounted = 300) {
  const times = [];
  let n = 0;
  const warm = performance.now() + seconds * 1000;
  for (; n < uncounted && performance.now() < warm; n++) await work(n);
  const spent = processorTime();
  const end = performance.now() + seconds * 1000;
  for (; performance.now() < end; n++) {
    const t = performance.now();
    await work(n);
    times.push(performance.now() - t);
  }
  const busy = times.reduce((a, b) => a + b, 0);
  return { perSecond: (times.length * 1000) / busy, cpuUs: spent().cpuUs / times.length, ...percentiles(times) };
}

/**
 * Begins to count; answers the microseconds of processor time since then, ours and the kernel's for us: what a loaded machine distorts least. `mainUs`: how
 * many of them the main thread took, where the window's questions are answered too.
 * `learnedUs`: how many of them went into what references are learned, where `timed-learning.mjs` was preloaded.
 */
export function processorTime() {
  const before = process.cpuUsage();
  const mainBefore = process.threadCpuUsage();
  const learnedBefore = globalThis.learnedUs ?? 0;
  return () => {
    const main = process.threadCpuUsage(mainBefore);
    const { user, system } = process.cpuUsage(before);
    return { cpuUs: user + system, mainUs: main.user + main.system, learnedUs: (globalThis.learnedUs ?? 0) - learnedBefore };
  };
}

/** The same for one of `count`. */
export const eachOf = ({ cpuUs, mainUs, learnedUs }, count) => ({
  cpuUs: cpuUs / count,
  mainUs: mainUs / count,
  learnedUs: learnedUs / count,
});

export const rssMb = () => Math.round(process.memoryUsage().rss / 1048576);

/** A subject is `{ W1, prepare, W2, W3, W4 }`; this runs the one asked for on the command line and prints its figures as one line. */
export async function runSubject(subject) {
  const [, , work, options] = process.argv;
  const figures = await subject[work](JSON.parse(options));
  process.stdout.write(`${JSON.stringify({ figures, rssMb: rssMb() })}\n`, () => process.exit(0));
}
