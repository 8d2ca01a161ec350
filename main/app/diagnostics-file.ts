import type { Desk } from './desk.ts';
export function diagnosticsFile(desk: Desk) {
  return {
    name: 'layover-diagnostics.json',
    mediaType: 'application/json',
    file: new Blob([JSON.stringify({ version: desk.options.host.version })]),
  };
}
