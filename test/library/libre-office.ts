import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { tempFolder } from '#test/temp-folder.ts';

/** Opens a workbook in LibreOffice without a window and saves it as another file; answers its bytes. */
export async function throughLibreOffice(file: Blob, to: 'csv' | 'xlsx', filter = ''): Promise<Uint8Array> {
  const folder = tempFolder();
  writeFileSync(path.join(folder, 'sheet.xlsx'), Buffer.from(await file.arrayBuffer()));
  const target = path.join(folder, 'out');
  const profile = `-env:UserInstallation=${pathToFileURL(path.join(folder, 'profile')).href}`;
  const format = filter === '' ? to : `${to}:${filter}`;
  execFileSync('soffice', [profile, '--headless', '--convert-to', format, '--outdir', target, path.join(folder, 'sheet.xlsx')], {
    stdio: 'pipe',
  });
  return readFileSync(path.join(target, `sheet.${to}`));
}
