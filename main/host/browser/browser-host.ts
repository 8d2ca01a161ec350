// The browser host: the same app, shown by the system's browser. Made for machines without Electron, and for tests.
import { t } from '#shared/messages/t.ts';
import { speakAsAccepted, speakAsSystem } from '#main/app/language.ts';
import path from 'node:path';
import { endSignals, note, openDoor, type Door } from './door.ts';
import { explainStart } from '#main/host/explain-start.ts';
import { hostHelp, readFlags, wantsHelp, type HostFlags } from '#main/host/flags.ts';
import { startHosted, type Hosted } from '#main/host/hosted.ts';
import { namesProxy, wayOfEnvironment } from './environment-proxy.ts';
import { endWords, refusalText } from './browser-words.ts';
import { idleShutdown } from './idle.ts';
import type { OpenLine } from './line.ts';
import { nodeReader } from './node-reader.ts';
import { nodeSandbox } from './node-sandbox.ts';
import { routed } from './routed.ts';
import { say, show } from './show.ts';
import { unfinishedOf } from '#main/account-life/open/unfinished.ts';
import type { Host } from '#main/app/host.ts';
import { openInSystemBrowser } from '#main/host/open-external.ts';
import { openPrivately } from '#main/host/redirect-file.ts';
import { askRunning, forgetRunning, readRunning } from '#main/host/running.ts';
import { readManifest } from '#main/host/version.ts';

const out = path.dirname(import.meta.dirname);

function browserHost(dataFolder: string): Host {
  return {
    kind: 'browser',
    version: readManifest(out).version,
    openExternal: (url) => openPrivately(url, dataFolder, openInSystemBrowser),
    notify: () => undefined,
    proxySource: namesProxy(process.env) ? 'environment' : 'system',
    // Only Chromium runs proxy configuration files; without it the way is closed, never open.
    resolveProxy: async (url, setting) => (setting.mode === 'pac' ? { answer: 'PAC' } : wayOfEnvironment(url, process.env)),
  };
}

/** Reads and opens everything behind the door; where there is none yet, opens and shows that last. */
export async function openBrowserHost(args: string[], door: Door | null): Promise<void> {
  speakAsSystem();
  try {
    await (door ? openBehind(readFlags(args), door) : openAlone(args));
  } catch (error) {
    if (door) await shut(door, readFlags(args));
    process.stderr.write(`${explain(error, args)}\n`);
    process.exit(1);
  }
}

/** A door that nothing came behind: its windows hear that it is gone. */
async function shut(door: Door, { dataFolder }: HostFlags): Promise<void> {
  if (readRunning(dataFolder)?.pid === process.pid) forgetRunning(dataFolder);
  await door.server.close();
}

async function openBehind(flags: HostFlags, door: Door): Promise<void> {
  const hosted = await start(flags);
  serveHosted(hosted, flags, door);
  // another start may have thought that it was the first
  note(flags, door);
}

async function openAlone(args: string[]): Promise<void> {
  if (wantsHelp(args)) {
    say(hostHelp.trimEnd());
    return;
  }
  const flags = readFlags(args);
  const elsewhere = await askRunning(flags.dataFolder);
  if (elsewhere !== null) {
    say(t('host.browser.another'));
    await show(elsewhere, flags);
    return;
  }
  const hosted = await start(flags);
  const door = await openDoor(path.join(out, 'renderer'), flags.port).catch(async (error: unknown) => {
    await hosted.close();
    throw error;
  });
  serveHosted(hosted, flags, door);
  note(flags, door);
  await show(door.server.gate.launchUrl(), flags);
}

function start(flags: HostFlags): Promise<Hosted> {
  return startHosted({
    flags,
    makeHost: () => browserHost(flags.dataFolder),
    launchSandbox: (args) => nodeSandbox(path.join(out, 'service/main.mjs'), args),
    startReader: (memoryMb, native) => nodeReader(path.join(out, 'reading/reader-program.mjs'), memoryMb, native),
    networkProgram: path.join(out, 'network/network-program.mjs'),
    say,
  });
}

/** Serves the app and ends everything, once, on Ctrl+C, a polite kill, or after a long time without a window. */
function serveHosted(hosted: Hosted, flags: HostFlags, door: Door): void {
  door.server.refusal = refusalText;
  const idle = idleShutdown(
    flags.idleMs,
    () => hosted.app.counters().sending > 0,
    () => void end(t('host.browser.idle')),
  );
  let ending: Promise<void> | undefined;
  const end = (why: string): Promise<void> => (ending ??= endAll(why));
  const endAll = async (why: string): Promise<void> => {
    idle.stop();
    say(`${why} ${endWords(unfinishedOf(hosted.app.counters()))}`);
    await door.server.close();
    await hosted.close();
    forgetRunning(flags.dataFolder);
    process.exit(0);
  };
  for (const signal of endSignals) process.on(signal, () => void end(t('host.browser.ends')));
  // the parent process is gone
  process.once('disconnect', () => void end(t('host.browser.ends')));
  const answer = routed(hosted.app.router);
  const open: OpenLine = (socket, context) => {
    speakAsAccepted(context.accepts);
    answer(socket, context);
  };
  door.answer(open, (windows) => idle.windows(windows));
  if (door.endAsked) void end(t('host.browser.ends'));
}

function explain(error: unknown, args: string[]): string {
  try {
    return explainStart(error, readFlags(args));
  } catch (flagError) {
    return flagError instanceof Error ? flagError.message : String(flagError);
  }
}
