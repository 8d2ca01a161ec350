import { judgeJson } from '#main/api/judge.ts';
import type { WireAnswer } from '#main/api/transport/transport.ts';
import type { Store } from '#main/storage/store.ts';
import { putRecord, recordOf } from '#main/records/records.ts';
import { strangersLimits } from '#shared/json/json.ts';
import { parseRecord } from '#shared/records/record.ts';
import { recordKinds } from '#shared/records/record-kind.ts';
import { openTestStore } from '#test/cache.ts';
import { hostileTexts } from '#test/security/hostile-texts.ts';
import { realWorld, seededRandom, uuidFrom } from '#test/world.ts';
import { stopIsNoticed, stopOf, stopsOfFiles, type Stop } from './hostile-files.ts';
import type { RunProof } from './proof.ts';

const mostMs = 50;
/** One file for so many answers: each is up to 20 million characters, and goes through a process. */
const filesOf = 50;

/** The same hostile text as whole answers, as a field's value and as many fields, up to the limit of what is believed and beyond it. */
const shapes: ((id: string, text: string) => string)[] = [
  (_id, text) => text,
  (id, text) => `{"id":"${id}","note":${text}}`,
  (id, text) => `{"id":"${id}","note":${JSON.stringify(text)}}`,
  (id, text) => `{"id":"${id}","${text.replaceAll(/["\\\u0000-\u001f]/g, '_')}":[1${',{"a":1.10}'.repeat(4_000)}]}`,
  (id, text) =>
    `{"id":"${id}","amount":1${'0'.repeat(900)}1,"note":[${'12345678901234567890,'.repeat(9_000)}${JSON.stringify(text.slice(0, 1_000))}]}`,
];
const sizes = [1_000, 30_000, 300_000, strangersLimits.maxLength - 200, 2 * strangersLimits.maxLength];

const stopsByLength = (stops: readonly Stop[]): Stop[] => stops.toSorted((one, other) => other.ms - one.ms);

/** The time that one answer blocks, and its acceptance. */
function keptStop(store: Store, id: string, body: Buffer): { ms: number; believed: boolean } {
  const answer: WireAnswer = { kind: 'answer', status: 200, headers: [['content-type', 'application/json']], body, afterMs: 1 };
  let believed = false;
  const written = stopOf(() => {
    const judged = judgeJson(answer, 0);
    if (!judged.ok) return;
    believed = true;
    for (const kind of recordKinds) parseRecord(kind, judged.value.value);
    const ref = { kind: 'expense' as const, id };
    putRecord(store, { ref, text: judged.value.text, value: judged.value.value, provenance: 'read', asOf: 0, complete: true });
  });
  return {
    ms: Math.max(
      written,
      stopOf(() => recordOf(store, { kind: 'expense', id })),
    ),
    believed,
  };
}

/** P29: what an answer of a hostile service holds up, from its bytes to the kept record and its next reading, in processor time. */
export const run: RunProof = async ({ seed, size, report }) => {
  const random = seededRandom(seed);
  const store = openTestStore(realWorld());
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
  const stops: Stop[] = [];
  let believed = 0;
  for (let ran = 1; ran <= size; ran++) {
    const [text, shape, length] = [pick(hostileTexts), Math.floor(random() * shapes.length), pick(sizes)];
    const stop = () => {
      const id = uuidFrom(random);
      const kept = keptStop(store, id, Buffer.from(shapes[shape]?.(id, text.make(length)) ?? ''));
      return { ...kept, what: `shape ${shape}, ${length} characters of ${text.name}` };
    };
    const first = stop();
    if (first.believed) believed += 1;
    // The least of three: an answer takes its own time again, the machine's share varies.
    stops.push(first.ms <= mostMs ? first : (stopsByLength([first, stop(), stop()]).at(-1) ?? first));
    if (ran % 1_000 === 0) report(`${ran} answers, longest stop ${Math.max(...stops.map((stop) => stop.ms)).toFixed(1)} ms`);
  }
  store.close();
  const files = Math.ceil(size / filesOf);
  const ofFiles = await stopsOfFiles(files, random, report);
  stops.push(...ofFiles);
  const longest = stopsByLength(stops);
  const over = longest.filter(({ ms }) => ms > mostMs);
  const blind = (await stopIsNoticed(mostMs)) ? [] : [`a deliberate stop of ${mostMs + 10} ms was not noticed`];
  const violations = [...blind, ...over.slice(0, 10).map(({ ms, what }) => `${ms.toFixed(1)} ms: ${what}`)];
  const [worst] = stopsByLength(ofFiles);
  const facts = {
    believed,
    files,
    'longest stop of a file': `${worst?.ms.toFixed(1)} ms (${worst?.what})`,
    'longest stop': `${longest[0]?.ms.toFixed(1)} ms (${longest[0]?.what})`,
    'all but one in a thousand below': `${longest[Math.floor(size / 1_000)]?.ms.toFixed(1)} ms`,
  };
  return { ran: size, violations, violationCount: blind.length + over.length, facts };
};
