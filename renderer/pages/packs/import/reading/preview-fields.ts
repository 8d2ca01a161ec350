import { factOf } from '#renderer/parts/values/value-words.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import type { ImportSummary } from '#renderer/pages/packs/import/importing.svelte.ts';

export interface PreviewField {
  path: string;
  label: string;
  right: boolean;
}

const most = 12;

/** The fields that the preview shows: what is imported, ids last. */
export function recordFields(kind: RecordKind, summary: ImportSummary | null, mapping: Record<string, string>): PreviewField[] {
  if (!summary) return [];
  const mapped = summary.columns.flatMap(({ name }) => mapping[name] ?? []);
  const told = mapped.length > 0 ? mapped : Object.keys(summary.preview[0]?.value ?? {});
  const fields = told.map((path) => {
    const fact = factOf(kind, path.split('.'));
    return {
      path,
      type: fact.type,
      label: fact.label || path,
      right: fact.type === 'money' || fact.type === 'number' || fact.type === 'integer',
    };
  });
  const shown = fields.filter(({ type }) => type !== 'object' && type !== 'array');
  return [...shown.filter(({ type }) => type !== 'uuid'), ...shown.filter(({ type }) => type === 'uuid')].slice(0, most);
}
