import { t } from '#shared/messages/t.ts';
import { assertNever } from '#shared/assert-never.ts';
import type { AppStatus, Counters, SandboxTrouble, SyncProgress } from '#shared/contract/views/views.ts';
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
  if (line === 'lost') return { word: t('frame.pill.lost'), severity: 'needsYou', detail: t('frame.pill.lost.detail') };
  if (!connection) return { word: t('frame.pill.starting'), severity: 'neutral', detail: t('frame.pill.starting.detail') };
  const { waiting: unsent, sending, checking } = counters;
  if (connection.kind === 'online' && progress.running && checking > 0 && unsent + sending === 0)
    return { word: t('frame.pill.checking', { count: checking }), severity: 'waiting', detail: t('frame.pill.checking.detail') };
  if (connection.kind === 'online' && progress.running && progress.total > 0)
    return { word: t('frame.pill.sending', progress), severity: 'waiting', detail: leftOf(progress) };
  const { label: word, severity, message } = wordsOfConnection(connection);
  const queued = unsent + sending + checking;
  return { word, severity, detail: queued > 0 ? t('frame.pill.waiting', { message, count: queued }) : message };
}

function leftOf(progress: SyncProgress): string {
  if (progress.leftMs === null) return t('frame.pill.goOn');
  const seconds = Math.max(1, Math.round(progress.leftMs / 1000));
  if (seconds < 90) return t('frame.pill.left.seconds', { count: seconds });
  return t('frame.pill.left.minutes', { count: Math.round(seconds / 60) });
}

/** One banner: whose problem it is, what it means for the data, and one next step. */
export interface BannerWords {
  severity: 'needs' | 'unsure' | 'waiting';
  title: string;
  text: string;
  /** Further text when there is room. */
  more?: string;
  action?: { label: string; kind: 'signIn' | 'unlock' | 'probe' | 'repair' | 'diagnostics' | 'storage' | 'connection' };
}

/** The banner of this name: its title and its text are the catalogue's. */
const named = (severity: BannerWords['severity'], name: 'lost' | 'disk' | 'sandboxLate' | 'slow' | 'portal'): BannerWords => ({
  severity,
  title: t(`frame.banner.${name}`),
  text: t(`frame.banner.${name}.detail`),
});

/** The banners that concern everything, most urgent first. */
export function bannersOf(line: LinkState, status: AppStatus | null): BannerWords[] {
  if (line === 'lost') return [named('needs', 'lost')];
  if (!status) return [];
  const banners: BannerWords[] = [];
  if (status.repair)
    banners.push({
      severity: 'needs',
      title: t('frame.banner.repair'),
      text: t(`frame.banner.repair.${status.repair.kind}`),
      action: { label: t('frame.banner.repair.open'), kind: 'repair' },
    });
  if (status.diskLow) banners.push({ ...named('needs', 'disk'), action: { label: t('frame.banner.disk.show'), kind: 'storage' } });
  if (status.proxyQuestion)
    banners.push({
      severity: 'unsure',
      title: t(status.proxyQuestion.refused ? 'frame.banner.proxy.refused' : 'frame.banner.proxy'),
      text: t('frame.banner.proxy.detail', { proxy: status.proxyQuestion.proxy }),
      action: { label: t('frame.banner.proxy.answer'), kind: 'connection' },
    });
  if (status.sandbox && (status.account?.embedded ?? true)) banners.push(sandboxBanner(status.sandbox));
  else if (status.account) {
    const banner = connectionBanner(status.connection, status.counters);
    if (banner) banners.push(banner);
  }
  return banners;
}

function sandboxBanner(trouble: SandboxTrouble): BannerWords {
  if (trouble.kind === 'late') return named('waiting', 'sandboxLate');
  return {
    severity: 'unsure',
    title: t('frame.banner.sandbox'),
    text: t('frame.banner.sandbox.detail', { why: trouble.why }),
    action: { label: t('frame.banner.diagnostics'), kind: 'diagnostics' },
  };
}

/** The outlook for the network's return. Edits that wait for the user are never promised to be sent. */
function leavingWords({ waiting, draft }: Counters): string {
  if (draft === 0) return waiting === 0 ? '' : t('frame.banner.leaving', { waiting });
  return waiting === 0 ? t('frame.banner.review', { drafts: draft }) : t('frame.banner.leavingAndReview', { waiting, drafts: draft });
}

function connectionBanner(connection: Connection, counters: Counters): BannerWords | null {
  const { waiting, sending, checking, draft, conflict, rejected, inDoubt, held } = counters;
  const open = waiting + sending + checking + draft + conflict + rejected + inDoubt + held;
  const safe = open > 0 ? t('frame.banner.safe', { count: open }) : t('frame.pill.goOn');
  switch (connection.kind) {
    case 'online':
    case 'connecting':
    case 'rateLimited':
    // The user's own choice shows in the pill alone.
    case 'workingOffline':
      return null;
    case 'slow':
      return named('waiting', 'slow');
    case 'offline':
      return {
        severity: 'waiting',
        title: t('frame.banner.offline'),
        text: safe,
        more: leavingWords(counters),
        action: { label: t('frame.banner.tryNow'), kind: 'probe' },
      };
    case 'captivePortal':
      return { ...named('unsure', 'portal'), more: safe, action: { label: t('frame.banner.tryAgain'), kind: 'probe' } };
    case 'serviceDown':
      return {
        severity: 'unsure',
        title: connection.status ? t('frame.banner.serviceStatus', { status: String(connection.status) }) : t('frame.banner.service'),
        text: safe,
        action: { label: t('frame.banner.tryNow'), kind: 'probe' },
      };
    case 'signedOut':
      return signedOutBanner(connection);
    case 'broken':
      return {
        severity: 'needs',
        title: t('frame.banner.broken'),
        text: t('frame.banner.broken.detail', { detail: connection.detail }),
        action: { label: t('frame.banner.diagnostics'), kind: 'diagnostics' },
      };
    default:
      return assertNever(connection);
  }
}

function signedOutBanner(signedOut: Extract<Connection, { kind: 'signedOut' }>): BannerWords {
  const text = signedOut.why === 'otherUser' ? otherUserSentence(signedOut) : t(`frame.banner.signedOut.${signedOut.why}`);
  if (signedOut.why === 'keychainLocked')
    return { severity: 'needs', title: t('frame.banner.keychain'), text, action: { label: t('frame.banner.unlock'), kind: 'unlock' } };
  return { severity: 'needs', title: t('frame.banner.signIn'), text, action: { label: t('frame.banner.signIn.button'), kind: 'signIn' } };
}
