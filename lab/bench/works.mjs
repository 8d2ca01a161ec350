// The works W1–W5 of the bench and what one run of each yields: figure name → spread.
import { folder, runOne, spread, startServer } from './run.mjs';

/** Durable edits one by one: edits a second, and the median and 99th percentile of one in milliseconds. */
export async function durableEdits(names, { rounds, seconds }) {
  const runs = await inTurn(names, rounds, (name) => runOne(name, 'W1', { dir: folder(), seconds, records: 500 }));
  return figures(runs, { perSecond: (f) => f.perSecond, p50Ms: (f) => f.p50, p99Ms: (f) => f.p99, cpuUs: (f) => f.cpuUs });
}

/** Replay of queued edits over 500 records against a bare HTTPS server in another process: edits a second. */
export async function replay(names, files, { rounds, latencyMs, edits, ...how }) {
  const server = await startServer(files, latencyMs);
  const most = (name) => (name === 'tanstack' ? Math.min(edits, 200) : edits);
  const runs = await inTurn(names, rounds, (name) =>
    runOne(name, 'W2', { dir: folder(), url: server.url, ca: server.ca, edits: most(name), merge: false, ...how }),
  );
  server.close();
  for (const [name, [run]] of Object.entries(runs)) if (run?.figures?.bytesByTree) console.log(treesOf(name, run.figures));
  return figures(runs, {
    perSecond: (f) => f.perSecond,
    done: (f) => f.done,
    requests: (f) => f.requests,
    cpuUs: (f) => f.cpuUs,
    mainUs: (f) => f.mainUs,
    firstMs: (f) => f.firstMs,
    fromFirst: (f) => f.perSecondFromFirst,
    pages: (f) => f.pages,
    diskBytes: (f) => f.diskBytes,
  });
}

/** The bytes of an edit in the database and in the log, by table and index. */
function treesOf(name, { bytesByTree, pagesByTree }) {
  const trees = [...new Set([...Object.keys(bytesByTree), ...Object.keys(pagesByTree)])];
  const lines = trees.map((tree) => `| \`${tree}\` | ${Math.round(bytesByTree[tree] ?? 0)} | ${(pagesByTree[tree] ?? 0).toFixed(2)} |`);
  return [`   ${name}: | table or index | bytes | log pages |`, ...lines].join('\n   ');
}

/** Prepared caches, one folder a subject, shared by W3–W5. TanStack's queue makes each edit dearer than the one before: it gets a short one. */
export async function prepared(names, { records, edits }) {
  const dirs = {};
  for (const name of names) {
    const dir = folder();
    const most = name === 'tanstack' ? Math.min(edits, 1_000) : edits;
    // A million records take a laptop some minutes.
    const answer = await runOne(name, 'prepare', { dir, records, edits: most }, 400 + records / 500);
    dirs[name] = answer.error ? { error: answer.error } : { dir };
    console.log(`   ${name}: ${answer.error ?? 'prepared'}`);
  }
  return dirs;
}

/** Cold process to the first page of 50 with its pending marks, in milliseconds, and the process's memory then. */
export async function firstPage(dirs, { rounds }) {
  const runs = await inTurn(Object.keys(dirs), rounds, (name) =>
    dirs[name].dir ? runOne(name, 'W3', { dir: dirs[name].dir }) : dirs[name],
  );
  return figures(runs, { ms: (f) => f.ms, lookMs: (f) => f.lookMs, pending: (f) => f.pending }, { rssMb: (r) => r.rssMb });
}

/** The time of opening an account, from the process to the first page, and its memory. */
export async function start(dirs, { rounds }) {
  const runs = await inTurn(Object.keys(dirs), rounds, (name) =>
    dirs[name].dir ? runOne(name, 'start', { dir: dirs[name].dir }) : dirs[name],
  );
  return figures(runs, { startMs: (f) => f.ms }, { startRssMb: (r) => r.rssMb });
}

/** Lists, filters, searches and counts: median and 99th percentile in milliseconds; memory afterwards. */
export async function queries(dirs, { rounds }) {
  const runs = await inTurn(Object.keys(dirs), rounds, (name) =>
    dirs[name].dir ? runOne(name, 'W4', { dir: dirs[name].dir }) : dirs[name],
  );
  const each = (query) => ({ [`${query}P50Ms`]: (f) => f[query]?.p50, [`${query}P99Ms`]: (f) => f[query]?.p99 });
  return figures(runs, { ...each('list'), ...each('filter'), ...each('search'), ...each('counts') }, { rssMb: (r) => r.rssMb });
}

async function inTurn(names, rounds, run) {
  const runs = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) for (const name of names) runs[name].push(await run(name));
  return runs;
}

function figures(runs, ofFigures, ofRun = {}) {
  const result = {};
  for (const [name, list] of Object.entries(runs)) {
    const good = list.filter((r) => !r.error);
    if (good.length === 0) {
      result[name] = { error: list[0]?.error ?? 'did not run' };
      continue;
    }
    const entries = [
      ...Object.entries(ofFigures).map(([key, of]) => [key, spread(good.map((r) => of(r.figures)))]),
      ...Object.entries(ofRun).map(([key, of]) => [key, spread(good.map(of))]),
    ];
    result[name] = Object.fromEntries(entries.filter(([, value]) => value !== null));
  }
  return result;
}
