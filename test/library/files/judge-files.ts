import { importFacts } from '#test/library/import-facts.ts';
import { readingHere } from '#test/reading.ts';
import { isJsonObject, parseJson } from '#shared/json/json.ts';
import { madeFile, type MadeFile } from './made-files.ts';

export interface Judged {
  files: number;
  /** Sound files that came in without a question and whole. */
  sound: number;
  unasked: number;
  wrong: string[];
  asked: string[];
}

/** Reads made files without any answer of a user and compares every value that would be taken with the one meant. */
export async function judgeFiles(from: number, count: number): Promise<Judged> {
  const judged: Judged = { files: 0, sound: 0, unasked: 0, wrong: [], asked: [] };
  for (let seed = from; seed < from + count; seed++) judge(judged, await madeFile(seed), await taken(await madeFile(seed)));
  return judged;
}

/** The records that would be taken; null where the whole file is refused or asked about. */
async function taken({ name, kind, content }: MadeFile): Promise<{ values: Record<string, unknown>[]; why: string }> {
  const answer = await readingHere.read('importFile', content, { ...importFacts, name, kind, partly: true });
  if (!answer.ok) return { values: [], why: answer.why };
  const [refused] = answer.portions;
  if (refused?.part === 'refused') return { values: [], why: JSON.stringify(refused.problems.slice(0, 2)) };
  const texts = answer.portions.flatMap((portion) => (portion.part === 'records' ? portion.records : []));
  const values = texts.flatMap(({ text }) => {
    const parsed = parseJson(text);
    return parsed.ok && isJsonObject(parsed.value) ? [parsed.value] : [];
  });
  return { values, why: '' };
}

function judge(judged: Judged, file: MadeFile, { values, why }: Awaited<ReturnType<typeof taken>>): void {
  judged.files += 1;
  for (const value of values) {
    const id = String(value['id'] ?? value['vendorId']);
    const meant = file.meant.get(id);
    const differs = Object.entries(value).filter(([field, each]) => String(each) !== String(meant?.[field]));
    if (!meant || differs.length > 0)
      judged.wrong.push(`${file.what}: ${JSON.stringify(differs.map(([field, each]) => [field, String(each), String(meant?.[field])]))}`);
    if (file.spoiled.has(id)) judged.wrong.push(`${file.what}: the spoiled record was taken`);
  }
  if (file.spoiled.size > 0) return;
  judged.sound += 1;
  const whole =
    values.length === file.meant.size &&
    values.every((value) => Object.keys(value).length === Object.keys(file.meant.values().next().value ?? {}).length);
  if (whole) judged.unasked += 1;
  else judged.asked.push(`${file.what}: ${values.length} of ${file.meant.size} ${why}`);
}
