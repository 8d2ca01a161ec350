import type { RepairCause } from '#shared/contract/views.ts';

/** What happened, what it means, and what the person's word for going on is. */
export const words: Record<RepairCause['kind'], { title: string; says: string; goOn: string }> = {
  damaged: {
    title: 'The database was damaged',
    says: 'It was set aside as it was, and every edit that could still be read is held here. Records can be read from the service again; edits cannot, so look at them first.',
    goOn: 'Go on with what was saved',
  },
  newer: {
    title: 'A newer Layover wrote this data',
    says: 'This version does not touch it, so nothing can get lost. Start the newer version again.',
    goOn: 'Look again',
  },
  restoredBackup: {
    title: 'This is an older copy of your data',
    says: 'Some of these edits may have been sent from the newer copy. All open edits are held: nothing is sent until you release each one.',
    goOn: 'I looked, go on',
  },
  auditBroken: {
    title: 'The history was changed from outside',
    says: 'A line of the history does not fit the ones around it. Your edits are kept. Export them and tell your administrator.',
    goOn: 'Go on',
  },
  trailChanged: {
    title: 'This is not the history that was here',
    says: 'This laptop’s keychain remembers other lines: some were cut off or written anew, or an older copy of the data was put back. Your edits are kept, and sending goes on. If nobody put a copy back, export the history and tell your administrator.',
    goOn: 'I looked, go on',
  },
  accountsRebuilt: {
    title: 'The list of accounts was damaged',
    says: 'It was set aside as it was, and made again from what each account keeps beside its data. The open edits of all accounts are held: nothing is sent until you release each one. The theme and the window’s other settings are as on the first day.',
    goOn: 'I looked, go on',
  },
};

/** The facts of this one case, for whoever helps. */
export function factsOf(repair: RepairCause): string {
  switch (repair.kind) {
    case 'damaged':
      return [`${repair.problem}.`, ...keptWords('database', repair.keptAs), ...lostWords(repair.unreadable)].join(' ');
    case 'newer':
      return `Its version is ${repair.version}.`;
    case 'restoredBackup':
      return `This copy counts ${repair.counter} requests, the keychain ${repair.keychainCounter}.`;
    case 'auditBroken':
      return `Line ${repair.line} is the first that does not fit.`;
    case 'trailChanged':
      return repair.how === 'shorter'
        ? `The activity here ends at line ${repair.here}; it had ${repair.noted} lines when that was last noted.`
        : `Line ${repair.noted} of the activity is not the line that was noted.`;
    case 'accountsRebuilt': {
      const unknown = repair.unknown.length === 0 ? [] : [`Not understood, and left as it is: ${repair.unknown.join(', ')}.`];
      const found = `Found again: ${repair.found} ${repair.found === 1 ? 'account' : 'accounts'}.`;
      return [found, ...keptWords('list', repair.keptAs), ...unknown].join(' ');
    }
  }
}

const keptWords = (what: string, keptAs: string | null): string[] => (keptAs === null ? [] : [`The damaged ${what} is kept as ${keptAs}.`]);

function lostWords(unreadable: number | null): string[] {
  if (unreadable === 0) return [];
  return [unreadable === null ? 'How many edits it held cannot be known.' : `${unreadable} could not be read.`];
}
