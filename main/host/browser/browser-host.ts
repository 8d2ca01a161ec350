// The browser host: the same app, shown by the system's browser. Made for machines without Electron, and for tests.
import path from 'node:path';
import { serveBrowser, type BrowserServer } from './server.ts';
import { explainStart } from '#main/host/explain-start.ts';
import { hostHelp, readFlags, wantsHelp, type HostFlags } from '#main/host/flags.ts';
import { startHosted, type Hosted } from '#main/host/hosted.ts';
import { namesProxy, wayOfEnvironment } from './environment-proxy.ts';
import { endWords } from './end-words.ts';
import { IdleShutdown } from './idle.ts';
import { nodeReader } from './node-reader.ts';
import { nodeSandbox } from './node-sandbox.ts';
import { createPac } from './pac.ts';
import { unfinishedOf } from '#main/account-life/unfinished.ts';
import type { Host } from '#main/app/host.ts';
import { openInSystemBrowser } from '#main/host/open-external.ts';
import { openPrivately } from '#main/host/redirect-file.ts';
import { askRunning, forgetRunning, noteRunning } from '#main/host/running.ts';
import { readVersion } from '#main/host/version.ts';

const out = path.dirname(import.meta.dirname);
const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

function browserHost(dataFolder: string): Host {
  const pac = createPac(path.join(out, 'pac/pac-worker.mjs'));
  return {
    kind: 'browser',
    version: readVersion(out),
    openExternal: (url) => openPrivately(url, dataFolder, openInSystemBrowser),
    notify: () => undefined,
    proxySource: namesProxy(process.env) ? 'environment' : 'system',
    resolveProxy: async (url, setting) =>
      setting.mode === 'pac' ? { answer: await pac(url, setting.address) } : wayOfEnvironment(url, process.env),
  };
}

async function main(): Promise<void> {
  if (wantsHelp(process.argv.slice(2))) {
    say(hostHelp.trimEnd());
    return;
  }
  const flags = readFlags(process.argv.slice(2));
  const elsewhere = await askRunning(flags.dataFolder);
  if (elsewhere !== null) {
    say('Layover is open already with this data folder; here is another window of it.');
    await show(elsewhere, flags);
    return;
  }
  const hosted = await startHosted({
    flags,
    makeHost: () => browserHost(flags.dataFolder),
    launchSandbox: (args) => nodeSandbox(path.join(out, 'service/main.mjs'), args),
    startReader: (memoryMb) => nodeReader(path.join(out, 'reading/reader-program.mjs'), memoryMb),
    networkProgram: path.join(out, 'network/network-program.mjs'),
    say,
  });
  const server = await serveHosted(hosted, flags);
  noteRunning(flags.dataFolder, { kind: 'browser', pid: process.pid, port: server.port, ownerKey: server.gate.ownerKey });
  await show(server.gate.launchUrl(), flags);
}

/** Serves the app and ends everything, once, on Ctrl+C, a polite kill, or after a long time without a window. */
async function serveHosted(hosted: Hosted, flags: HostFlags): Promise<BrowserServer> {
  const idle = new IdleShutdown(
    flags.idleMs,
    () => hosted.app.counters().sending > 0,
    () => void end('No window was open for a while.'),
  );
  const options = { router: hosted.app.router, files: path.join(out, 'renderer'), port: flags.port };
  const server = await serveBrowser({
    ...options,
    onWindows: (open) => {
      idle.windows(open);
    },
  }).catch(async (error: unknown) => {
    await hosted.close();
    throw error;
  });
  let ending: Promise<void> | undefined;
  const end = (why: string): Promise<void> => (ending ??= endAll(why));
  const endAll = async (why: string): Promise<void> => {
    idle.stop();
    say(`${why} ${endWords(unfinishedOf(hosted.app.counters()))}`);
    await server.close();
    await hosted.close();
    forgetRunning(flags.dataFolder);
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end('Layover ends.'));
  // whoever started us is gone without a word
  process.once('disconnect', () => void end('Layover ends.'));
  idle.windows(0);
  return server;
}

/** Opens the one-time address; prints it only where it is to be opened by hand. */
async function show(url: string, flags: HostFlags): Promise<void> {
  if (flags.open) {
    try {
      await openPrivately(url, flags.dataFolder, openInSystemBrowser);
      say(`Layover is opening in your browser, at ${new URL(url).origin}.`);
      return;
    } catch {
      say('No browser could be opened. Next: open the address below yourself; it works once, for a minute.');
    }
  }
  say(`Layover: ${url}`);
}

await main().catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
});

function explain(error: unknown): string {
  try {
    return explainStart(error, readFlags(process.argv.slice(2)));
  } catch (flagError) {
    return flagError instanceof Error ? flagError.message : String(flagError);
  }
}
