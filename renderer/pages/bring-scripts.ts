import type { Component } from 'svelte';
import { readAllMessages } from '#renderer/state/language.svelte.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';

async function withMessages<Script>(script: Promise<Script>): Promise<Script> {
  const [read] = await Promise.all([script, readAllMessages()]);
  return read;
}

/** The dialogs of a file that is brought in: read when one is first asked for. */
export const bringScripts = {
  records: (): Promise<{ default: Component<{ kind: RecordKind | null; onclose: () => void }> }> =>
    withMessages(import('#renderer/pages/packs/import/ImportDialog.svelte')),
  names: (): Promise<{ default: Component<{ onclose: () => void }> }> => withMessages(import('./names/ImportNames.svelte')),
};
