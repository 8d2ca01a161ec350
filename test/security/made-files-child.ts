import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { prepareDataFolder } from '#main/host/data-folder.ts';
import { openTestStore } from '#test/cache.ts';
import { realWorld } from '#test/world.ts';

// A process of the user's that makes a data folder, a database in it, and a file as any library would.
const [folder = ''] = process.argv.slice(2);
prepareDataFolder(folder);
openTestStore(realWorld(), path.join(folder, 'records.sqlite')).close();
writeFileSync(path.join(folder, 'plain'), 'x');
