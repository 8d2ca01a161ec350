import type { RepairCause } from '#shared/contract/views/views.ts';

/** The event, its meaning, and the user's choice. */
export const words: Record<RepairCause['kind'], { title: string; message: string; goOn: string }> = {
  damaged: {
    title: 'The database was damaged',
    message:
      'It was set aside as it was, and every edit that could still be read is held here. Records can be read from the service again; edits cannot, so look at them first.',
    goOn: 'Go on with what was saved',
  },
  newer: {
    title: 'A newer Layover wrote this data',
    message: 'This version does not touch it, so nothing can get lost. Start the newer version again.',
    goOn: 'Check again',
  },
  restoredBackup: {
    title: 'This is an older copy of your data',
    message:
      'Some of these edits may have been sent, discarded or held since. All open edits are held: nothing is sent until you release each one. Hosts that you had trusted are asked about again. If nobody put a copy back, export the history and tell your administrator.',
    goOn: 'I looked, go on',
  },
  auditBroken: {
    title: 'The history was changed from outside',
    message:
      'A line of the history does not fit the ones around it. All open edits are held: nothing is sent until you release each one. Export them and tell your administrator.',
    goOn: 'I looked, go on',
  },
  notAsApproved: {
    title: 'Some edits are not what was approved',
    message:
      'The history says something else of them than the data do: the data were changed outside Layover. These edits are held: nothing of them is sent until you release each one and approve it. Tell your administrator.',
    goOn: 'I looked, go on',
  },
  trustForgotten: {
    title: 'Trusted hosts were changed from outside',
    message:
      'This laptop’s keychain knows other answers of yours than the data hold. No host is trusted until you are asked again. Tell your administrator.',
    goOn: 'I looked, go on',
  },
  accountsRebuilt: {
    title: 'The list of accounts was damaged',
    message:
      'It was set aside as it was, and made again from what each account keeps beside its data. The open edits of all accounts are held: nothing is sent until you release each one. The theme and the window’s other settings are as on the first day.',
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
      return [`This copy counts ${repair.counter} requests, the keychain ${repair.keychainCounter}.`, ...logWords(repair.log)].join(' ');
    case 'auditBroken':
      return `Line ${repair.line} is the first that does not fit.`;
    case 'notAsApproved':
      return 'Each of them says in what it differs.';
    case 'trustForgotten':
      return `To be asked about again: ${repair.hosts.join(', ')}.`;
    case 'accountsRebuilt': {
      const unknown = repair.unknown.length === 0 ? [] : [`Not understood, and left as it is: ${repair.unknown.join(', ')}.`];
      const found = `Found again: ${repair.found} ${repair.found === 1 ? 'account' : 'accounts'}.`;
      return [found, ...keptWords('list', repair.keptAs), ...unknown].join(' ');
    }
  }
}

function logWords({ how, here, noted }: Extract<RepairCause, { kind: 'restoredBackup' }>['log']): string[] {
  if (how === 'goesOn') return [];
  return [
    how === 'shorter'
      ? `The activity here ends at line ${here}; it had ${noted} lines when that was last noted.`
      : `Line ${noted} of the activity is not the line that was noted.`,
  ];
}

const keptWords = (what: string, keptAs: string | null): string[] => (keptAs === null ? [] : [`The damaged ${what} is kept as ${keptAs}.`]);

function lostWords(unreadable: number | null): string[] {
  if (unreadable === 0) return [];
  return [unreadable === null ? 'How many edits it held cannot be known.' : `${unreadable} could not be read.`];
}
