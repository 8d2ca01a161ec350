import { assertNever } from '#shared/assert-never.ts';
import type { AppStatus, Counters, RepairView, SandboxTrouble, SyncProgress } from '#shared/contract/views/views.ts';
import type { Connection } from '#shared/contract/views/connection-views.ts';
import type { LinkState } from '#renderer/state/connection/app-state.svelte.ts';
import { otherUserSentence, wordsOfConnection } from '#shared/messages/situation-words.ts';
import type { Severity } from '#shared/messages/words.ts';

/** The pill at the bottom of the sidebar: a dot, a word, and what it means. */
export interface PillWords {
  word: string;
  severity: Severity;
  detail: string;
}

/** The text of the pill. A running sync comes first: "Sending 12 of 52". */
export function pillOf(line: LinkState, connection: Connection | null, progress: SyncProgress, counters: Counters): PillWords {
  if (line === 'lost')
    return { word: 'Reconnecting', severity: 'needsYou', detail: 'Layover has stopped responding. You can’t save right now.' };
  if (!connection) return { word: 'Starting', severity: 'neutral', detail: 'Opening your records.' };
  const { waiting: unsent, sending, checking } = counters;
  if (connection.kind === 'online' && progress.running && checking > 0 && unsent + sending === 0)
    return { word: `Checking ${checking}`, severity: 'waiting', detail: 'No clear answer came; Layover looks what became of it.' };
  if (connection.kind === 'online' && progress.running && progress.total > 0)
    return { word: `Sending ${progress.done} of ${progress.total}`, severity: 'waiting', detail: leftOf(progress) };
  const words = wordsOfConnection(connection);
  const waiting = counters.waiting > 0 ? ` ${counters.waiting} waiting.` : '';
  return { word: words.label, severity: words.severity, detail: `${words.message}${waiting}` };
}

function leftOf(progress: SyncProgress): string {
  if (progress.leftMs === null) return 'You can go on working.';
  const seconds = Math.max(1, Math.round(progress.leftMs / 1000));
  return `About ${seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`} left. You can go on working.`;
}

/** One banner: whose problem it is, what it means for the data, and one next step. */
export interface BannerWords {
  severity: 'needs' | 'unsure' | 'waiting';
  title: string;
  text: string;
  /** Further text when there is room. */
  more?: string;
  action: { label: string; kind: 'signIn' | 'unlock' | 'probe' | 'repair' | 'diagnostics' | 'storage' | 'connection' } | null;
}

/** The banners that concern everything, most urgent first. */
export function bannersOf(line: LinkState, status: AppStatus | null): BannerWords[] {
  if (line === 'lost')
    return [{ severity: 'needs', title: 'Layover has stopped responding.', text: 'You can’t save right now.', action: null }];
  if (!status) return [];
  const banners: BannerWords[] = [];
  if (status.repair)
    banners.push({
      severity: 'needs',
      title: 'Your data needs a look.',
      text: repairTexts[status.repair.kind],
      action: { label: 'Open Repair', kind: 'repair' },
    });
  if (status.diskLow)
    banners.push({
      severity: 'needs',
      title: 'This laptop’s disk is nearly full.',
      text: 'Layover refuses what it cannot save. Free some space first.',
      action: { label: 'Show storage', kind: 'storage' },
    });
  if (status.proxyQuestion)
    banners.push({
      severity: 'unsure',
      title: status.proxyQuestion.refused ? 'The proxy did not accept the name or the password.' : 'The company’s proxy asks who you are.',
      text: `${status.proxyQuestion.proxy} lets Layover through with a name and a password. Your edits are safe here and wait.`,
      action: { label: 'Answer', kind: 'connection' },
    });
  if (status.sandbox && (status.account?.embedded ?? true)) banners.push(sandboxBanner(status.sandbox));
  else if (status.account) {
    const banner = connectionBanner(status.connection, status.counters);
    if (banner) banners.push(banner);
  }
  return banners;
}

function sandboxBanner(trouble: SandboxTrouble): BannerWords {
  if (trouble.kind === 'late')
    return {
      severity: 'waiting',
      title: 'The practice company is slow to start.',
      text: 'Layover waits for it. What you record is kept.',
      action: null,
    };
  return {
    severity: 'unsure',
    title: 'The practice company did not start.',
    text: `What you record is kept. Start Layover again; if it fails again, send support the diagnostics. It said: ${trouble.why}.`,
    action: { label: 'Save diagnostics', kind: 'diagnostics' },
  };
}

const repairTexts: Record<RepairView['kind'], string> = {
  damaged: 'The database was damaged. It was set aside, and what could be read is here.',
  newer: 'The database was written by a newer Layover. It is left untouched.',
  restoredBackup: 'This database is an older copy. Everything open is held, so that nothing is sent twice.',
  auditBroken: 'The history does not add up. Everything open is held until you looked.',
  notAsApproved: 'Some edits are not what was approved. They are held until you looked.',
  trustForgotten: 'Trusted hosts were changed from outside. You are asked about each again.',
  accountsRebuilt: 'The list of accounts was damaged. It was made again, and everything open is held.',
};

/** The outlook for the network's return. Edits that wait for the user are never promised to be sent. */
function leavingWords({ waiting, draft }: Counters): string {
  const asks = draft > 0 ? `${draft} ${draft === 1 ? 'waits' : 'wait'} for your review.` : '';
  if (waiting === 0) return asks;
  return `${draft > 0 ? waiting : waiting === 1 ? 'It' : 'They'} ${waiting === 1 ? 'is sent automatically' : 'are sent automatically'} when it is back${draft > 0 ? `, ${asks}` : '.'}`;
}

function connectionBanner(connection: Connection, counters: Counters): BannerWords | null {
  const waiting = counters.waiting + counters.draft;
  const safe = waiting > 0 ? `${waiting} ${waiting === 1 ? 'edit is' : 'edits are'} safe on this laptop.` : 'You can go on working.';
  switch (connection.kind) {
    case 'online':
    case 'connecting':
    case 'rateLimited':
    // The user's own choice shows in the pill alone.
    case 'workingOffline':
      return null;
    case 'slow':
      return { severity: 'waiting', title: 'The network is slow.', text: 'Sending goes on, one step at a time.', action: null };
    case 'offline':
      return {
        severity: 'waiting',
        title: 'No network.',
        text: safe,
        more: leavingWords(counters),
        action: { label: 'Try now', kind: 'probe' },
      };
    case 'captivePortal':
      return {
        severity: 'unsure',
        title: 'This network asks for its own sign-in.',
        text: 'Open any web page, sign in to the Wi-Fi, then come back.',
        more: safe,
        action: { label: 'Try again', kind: 'probe' },
      };
    case 'serviceDown':
      return {
        severity: 'unsure',
        title: `The service isn’t responding properly${connection.status ? ` (${connection.status})` : ''}.`,
        text: safe,
        action: { label: 'Try now', kind: 'probe' },
      };
    case 'signedOut':
      return signedOutBanner(connection);
    case 'broken':
      return {
        severity: 'needs',
        title: 'Sending stopped because of a fault in Layover.',
        text: `Your edits are saved. ${connection.detail}`,
        action: { label: 'Save diagnostics', kind: 'diagnostics' },
      };
    default:
      return assertNever(connection);
  }
}

function signedOutBanner(signedOut: Extract<Connection, { kind: 'signedOut' }>): BannerWords {
  const message: Record<typeof signedOut.why, string> = {
    otherUser: signedOut.why === 'otherUser' ? otherUserSentence(signedOut) : '',
    never: 'Connect an account to send.',
    expired: 'Your sign-in has expired. Nothing is lost.',
    refused: 'The service no longer accepts this sign-in. Nothing is lost.',
    otherPlace:
      'The address or the certificate of this account is not the one that you signed in to: it was changed outside Layover. Your sign-in was not sent there. Connect the account again at the address that you know.',
    keychainLocked: 'Your sign-in is in the system’s keychain, which is locked. You can work; nothing is sent. Nothing is lost.',
    keychainUnavailable: 'The system’s keychain does not answer. Nothing is lost.',
  };
  if (signedOut.why === 'keychainLocked')
    return {
      severity: 'needs',
      title: 'The keychain is locked.',
      text: message[signedOut.why],
      action: { label: 'Unlock', kind: 'unlock' },
    };
  return { severity: 'needs', title: 'Sign in to continue.', text: message[signedOut.why], action: { label: 'Sign in', kind: 'signIn' } };
}
