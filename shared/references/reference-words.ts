import type { ReferenceName } from '#shared/contract/views/names-views.ts';
import { t, texts } from '#shared/messages/t.ts';
import { referenceKinds, type ReferenceKind } from './reference-kind.ts';

/** The singular and plural names of a kind of reference. */
export const referenceWords = Object.fromEntries(
  referenceKinds.map((kind) => [kind, texts({ one: `references.one.${kind}`, many: `references.many.${kind}` })]),
) as Record<ReferenceKind, Readonly<{ one: string; many: string }>>;

/** Code and name, as people say them; null while nobody gave one. */
export function calledInText({ code, name }: Pick<ReferenceName, 'code' | 'name'>): string | null {
  return name === null ? null : [code, name].filter((part) => part !== null).join(' ');
}

/** "Cost centre 0a8b1c2d: the old one": the hint of a name. */
export function hintOfReference(kind: ReferenceKind, id: string, note: string | null | undefined): string {
  const said = { kind: referenceWords[kind].one, id: id.slice(0, 8) };
  return note ? t('references.hint.note', { ...said, note }) : t('references.hint', said);
}
