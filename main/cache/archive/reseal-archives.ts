import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { forgetResealing, resealDatabase } from '#main/cache/database/reseal.ts';
import { formOf, type Seal } from '#main/cache/database/seal.ts';
import type { World } from '#shared/world.ts';
import { archiveName } from './archive-file.ts';

/**
 * Gives every archive of a folder the form that the account's own file has, or will have; each is whole under its name at any moment, and what has its form
 * already is left alone. `seal` is what the sealed ones are sealed with. Throws the error of SQLite or of the disk: what is left is done by the next call.
 */
export function resealArchives(folder: string | null, world: World, seal: Seal | null, to: Seal | null): void {
  if (folder === null || !existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    if (archiveName(name) === null) continue;
    const file = path.join(folder, name);
    const form = formOf(file);
    forgetResealing(file);
    if (form.kind !== 'plain' && form.kind !== 'sealed') continue;
    if ((form.kind === 'sealed') === (to !== null)) continue;
    resealDatabase({ file, world, from: form.kind === 'sealed' ? seal : null, to });
  }
}
