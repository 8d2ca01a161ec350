import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
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

/** A cell that a person types over in LibreOffice: as a text, or as it is typed into the cell, which LibreOffice may read as a number or a day. */
export interface TypedCell {
  cell: string;
  as: 'text' | 'typed';
  value: string;
}

const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
const doctype = (root: string, file: string) =>
  `${head}<!DOCTYPE ${root} PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "${file}.dtd">\n`;
const library = 'xmlns:library="http://openoffice.org/2000/library"';
const basicText = (value: string): string => `"${value.replaceAll('"', '""')}"`;
const urlOf = (file: string): string => basicText(pathToFileURL(file).href);

/** Opens a workbook in LibreOffice, types these cells over in its first sheet, and saves it as Excel's; answers its bytes. */
export async function editedInLibreOffice(file: Blob, cells: readonly TypedCell[]): Promise<Blob> {
  const folder = tempFolder();
  const [given, saved, failure] = ['given.xlsx', 'saved.xlsx', 'failure.txt'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(given, Buffer.from(await file.arrayBuffer()));
  const typed = cells.map(
    ({ cell, as, value }) => `sheet.getCellRangeByName("${cell}").${as === 'text' ? 'String' : 'FormulaLocal'} = ${basicText(value)}`,
  );
  const basic = `Sub Edit
  On Error Goto failed
  Dim hide(0) As New com.sun.star.beans.PropertyValue
  hide(0).Name = "Hidden"
  hide(0).Value = True
  book = StarDesktop.loadComponentFromURL(${urlOf(given)}, "_blank", 0, hide())
  sheet = book.Sheets.getByIndex(0)
  ${typed.join('\n  ')}
  Dim how(0) As New com.sun.star.beans.PropertyValue
  how(0).Name = "FilterName"
  how(0).Value = "Calc MS Excel 2007 XML"
  book.storeToURL(${urlOf(saved)}, how())
  book.close(True)
  Exit Sub
failed:
  report = FreeFile
  Open ${basicText(failure)} For Output As #report
  Print #report, Error$ + " in line " + Erl
  Close #report
End Sub
`;
  const profile = `-env:UserInstallation=${pathToFileURL(path.join(folder, 'profile')).href}`;
  const standard = path.join(folder, 'profile/user/basic/Standard');
  // Its first run makes the profile, with a library of its own.
  execFileSync('soffice', [profile, '--headless', '--norestore', '--terminate_after_init'], { stdio: 'pipe' });
  mkdirSync(standard, { recursive: true });
  const entry =
    '<library:library library:name="Standard" xlink:href="$(USER)/basic/Standard/script.xlb/" xlink:type="simple" library:link="false"/>';
  writeFileSync(
    path.join(standard, '../script.xlc'),
    `${doctype('library:libraries', 'libraries')}<library:libraries ${library} xmlns:xlink="http://www.w3.org/1999/xlink">${entry}</library:libraries>`,
  );
  writeFileSync(
    path.join(standard, 'script.xlb'),
    `${doctype('library:library', 'library')}<library:library ${library} library:name="Standard" library:readonly="false" library:passwordprotected="false"><library:element library:name="Edits"/></library:library>`,
  );
  const source = basic.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  writeFileSync(
    path.join(standard, 'Edits.xba'),
    `${doctype('script:module', 'module')}<script:module xmlns:script="http://openoffice.org/2000/script" script:name="Edits" script:language="StarBasic">${source}</script:module>`,
  );
  execFileSync('soffice', [profile, '--headless', '--norestore', 'macro:///Standard.Edits.Edit'], { stdio: 'pipe' });
  if (existsSync(failure)) throw new Error(readFileSync(failure, 'utf8'));
  return new Blob([readFileSync(saved)]);
}
