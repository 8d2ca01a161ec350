import { exportActivity, exportOutbox, exportReport, type ExportedFile, type ExportFormat } from '#main/library/exports/exports.ts';
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
export function reportFile(house: House, id: string, format: ExportFormat): FileForPerson {
  return fileOf(found(exportReport(house.store(), id, format), 'report'));
}

/** Text as a file to keep. */
export function fileOf({ name, mediaType, text }: ExportedFile): FileForPerson {
  return { name, mediaType, file: new Blob([text], { type: mediaType }) };
}
