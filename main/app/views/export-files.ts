import {
  exportActivity,
  exportOutbox,
  exportReport,
  fullReport,
  reportFileName,
  type ExportedFile,
  type ExportFormat,
} from '#main/library/exports/exports.ts';
import { reportPdf } from '#main/library/exports/report-pdf.ts';
import type { House } from '#main/app/house.ts';
import { found } from '#main/app/refuse.ts';

/** A file as the contract hands it to a window. */
export interface FileForPerson {
  name: string;
  mediaType: string;
  file: Blob;
}

/** The whole outbox: what was typed, and what became of it. */
export function outboxFile(house: House, format: ExportFormat): FileForPerson {
  return fileOf(exportOutbox(house.store(), format));
}

/** The whole trail with its chain of hashes. */
export function activityFile(house: House, format: ExportFormat): FileForPerson {
  return fileOf(exportActivity(house.store(), format));
}

/** One sync report. Refuses with NOT_FOUND when there is none of this id. */
export async function reportFile(house: House, id: string, format: ExportFormat | 'pdf'): Promise<FileForPerson> {
  if (format !== 'pdf') return fileOf(found(exportReport(house.store(), id, format), 'report'));
  const facts = { account: house.life.open?.entry.name ?? '', version: house.options.host.version };
  const { summary } = found(fullReport(house.store(), id), 'report');
  const bytes = found(await reportPdf(house.store(), id, facts), 'report');
  const name = `${reportFileName(summary)}.pdf`;
  return { name, mediaType: 'application/pdf', file: new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }) };
}

/** Text as a file to keep. */
export function fileOf({ name, mediaType, text }: ExportedFile): FileForPerson {
  return { name, mediaType, file: new Blob([text], { type: mediaType }) };
}
