import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { startService, type RunningService } from '#service/start-service.ts';
import type { ProofRequest, RunProof } from './proof.ts';

/** The order for a worker: the number of its laptops, and the service's address. */
export interface FleetOrder {
  name: string;
  engines: number;
  edits: number;
  baseUrl: string;
  apiKey: string;
  ca: string;
  records: string[];
  limitSeconds: number;
}

/** The results of a worker. Times are milliseconds since 1970. */
export interface FleetReport {
  applied: number;
  inDoubt: number;
  left: number;
  firstWritesAt: number[];
  doneAt: number[];
  /** The reason of each edit in doubt, as its row says. */
  doubts: string[];
}

const editsEach = 20;
const workers = 4;
/** Of a thousand laptops; smaller fleets meet a limit in proportion. */
const limitForThousand = 200;

/** The facts of one return, and broken promises. */
interface Findings {
  say(fact: string, value: number | string): void;
  wrong(what: string): void;
}

/**
 * P30: all laptops come back at once, each with twenty comments (which nothing but the engine's own intents keeps from being sent twice),
 * over TLS, first against a service without a limit, then against one that answers 429 above its limit.
 */
export const run: RunProof = async (request) => {
  const violations: string[] = [];
  const facts: Record<string, number | string> = {};
  const limit = Math.max(20, Math.round((limitForThousand * request.size) / 1000));
  for (const perSecond of [0, limit]) {
    const name = perSecond === 0 ? 'no limit' : `${perSecond} requests a second`;
    const findings = {
      say: (fact: string, value: number | string) => void (facts[`${name}: ${fact}`] = value),
      wrong: (what: string) => void violations.push(`${name}: ${what}`),
    };
    await oneReturn({ ...request, report: (line) => request.report(`${name}: ${line}`) }, perSecond, findings);
  }
  return { ran: request.size, violations: violations.slice(0, 10), violationCount: violations.length, facts };
};

async function oneReturn(request: ProofRequest, perSecond: number, findings: Findings): Promise<void> {
  const total = request.size * editsEach;
  // Nobody writes before the service was asked once (law 8), and a limit counts that question as it counts an edit.
  const idealSeconds = perSecond === 0 ? null : (total + request.size) / perSecond;
  const service = await startService({ seed: request.seed, rateLimitPerSecond: perSecond });
  const limitSeconds = idealSeconds === null ? 150 : idealSeconds * 2.5 + 15;
  const fleet = await Promise.all(shares(request.size).map((engines, n) => startWorker(service, `w${n}`, engines, limitSeconds)));
  request.report(`${request.size} engines are offline with ${editsEach} edits each`);
  const startedAt = Date.now();
  const reports = await Promise.all(fleet.map(goOnline));
  const written = [...service.store.list('userComment')].map(({ content }) => content).filter((content) => /^w\d+-\d+ \d+$/.test(content));
  const requests = service.sandbox.capturedCount;
  await service.close();
  judge({ total, startedAt, idealSeconds, written, requests, reports }, findings, request.report);
}

interface Returned {
  total: number;
  startedAt: number;
  idealSeconds: number | null;
  written: string[];
  requests: number;
  reports: FleetReport[];
}

function judge(
  { total, startedAt, idealSeconds, written, requests, reports }: Returned,
  { say, wrong }: Findings,
  report: (line: string) => void,
) {
  const sum = (of: (one: FleetReport) => number) => reports.reduce((all, one) => all + of(one), 0);
  const [applied, inDoubt, left] = [sum((one) => one.applied), sum((one) => one.inDoubt), sum((one) => one.left)];
  const lost = total - new Set(written).size;
  const doubled = written.length - new Set(written).size;
  const seconds = (Math.max(...reports.flatMap(({ doneAt }) => doneAt), startedAt) - startedAt) / 1000;
  const firsts = reports.flatMap(({ firstWritesAt }) => firstWritesAt.map((at) => at - startedAt)).sort((a, b) => a - b);
  say('seconds until all had finished', round(seconds));
  say('edits a second', Math.round(applied / seconds));
  say('first write after, ms (first / median / last laptop)', [firsts[0], firsts[firsts.length >> 1], firsts.at(-1)].join(' / '));
  say('most laptops whose first write fell into one tenth of a second', busiest(firsts));
  say('requests for each edit, questions and refusals included', round(requests / total));
  say('lost', lost);
  say('doubled', doubled);
  say('in doubt', inDoubt);
  if (idealSeconds !== null) say('times the ideal, one question of each laptop counted in', round(seconds / idealSeconds));
  if (lost + doubled > 0) wrong(`${lost} lost, ${doubled} doubled`);
  if (applied !== total) wrong(`${applied} of ${total} applied, ${left} unfinished, ${inDoubt} in doubt`);
  if (idealSeconds !== null && seconds > idealSeconds * 1.5) wrong(`took ${round(seconds / idealSeconds)} times the ideal`);
  for (const doubt of reports.flatMap(({ doubts }) => doubts).slice(0, 20)) report(`in doubt: ${doubt}`);
  report(
    `${written.length} of ${total} in ${round(seconds)} s, ${lost} lost, ${doubled} doubled, ${left} unfinished, ${requests} requests`,
  );
}

const round = (value: number): number => Math.round(value * 100) / 100;

function shares(engines: number): number[] {
  const each = Math.ceil(engines / workers);
  return Array.from({ length: workers }, (_, n) => Math.min(each, engines - n * each)).filter((share) => share > 0);
}

async function startWorker(service: RunningService, name: string, engines: number, limitSeconds: number): Promise<ChildProcess> {
  const child = fork(path.join(import.meta.dirname, 'fleet-worker.ts'), { execArgv: ['--disable-warning=ExperimentalWarning'] });
  const { baseUrl, apiKey, caPem: ca, companyId } = service;
  const records = [...service.store.list('expense')].filter((expense) => expense.companyId === companyId).map(({ id }) => id);
  const order: FleetOrder = { name, engines, edits: editsEach, baseUrl, apiKey, ca, records: records.slice(0, editsEach), limitSeconds };
  child.send(order);
  await messageOf(child);
  return child;
}

async function goOnline(child: ChildProcess): Promise<FleetReport> {
  child.send({ go: true });
  return (await messageOf(child)) as FleetReport;
}

/** The worker's next word; throws when it ends without one. */
async function messageOf(child: ChildProcess): Promise<unknown> {
  const ended = new AbortController();
  const gone = once(child, 'exit', { signal: ended.signal }).then(([code]) => {
    throw new Error(`a worker of the fleet ended with ${String(code)}`);
  });
  gone.catch(() => undefined);
  const [message] = (await Promise.race([once(child, 'message'), gone])) as [unknown];
  ended.abort();
  return message;
}

/** The most of these times, sorted, that fall into one tenth of a second. */
function busiest(times: readonly number[]): number {
  return times.reduce((most, start, n) => Math.max(most, times.slice(n).filter((at) => at < start + 100).length), 0);
}
