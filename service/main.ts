// first import: it handles signals from then on
import { endsWith } from './hosted.ts';
import { helpText, readCommandLine } from './command-line.ts';
import type { GivenOptions } from './options.ts';
import { startService } from './start-service.ts';

const advice: Readonly<Record<string, string>> = {
  EADDRINUSE: ' Choose another --port, or 0 for any free one.',
  SQLITE_BUSY: ' Another sandbox uses this --data folder; end it, or choose another folder.',
  EACCES: ' Choose a --data folder that you may write to.',
};

async function start(options: GivenOptions): Promise<void> {
  const service = await startService(options);
  const { baseUrl, caFile, apiKey, companyId, userId, credentials } = service;
  const { apiKeys, clientId, clientSecret, controlKey } = credentials;
  const ready = { ready: true, baseUrl, caFile, apiKey, companyId, userId, apiKeys, clientId, clientSecret, controlKey };
  let closing = false;
  const stop = (): void => {
    if (closing) return;
    closing = true;
    void service.close().finally(() => process.exit(0));
  };
  endsWith(stop);
  process.stdout.write(`${JSON.stringify(ready)}\n`);
}

/** Says it and ends. A utility process goes on for ever when its loop is empty (electron#47228): the code has to be said. */
function end(text: string, code: number): void {
  process.stderr.write(text, () => process.exit(code));
}

function failed(error: unknown): void {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const message = error instanceof Error ? error.message : String(error);
  const next = advice[String(code)] ?? '';
  end(`The sandbox could not start: ${message}.${next}\n`, 1);
}

const command = readCommandLine(process.argv.slice(2));
switch (command.kind) {
  case 'help':
    process.stdout.write(`${helpText()}\n`, () => process.exit(0));
    break;
  case 'wrong':
    end(`${command.message}\nSee npm run service -- --help\n`, 2);
    break;
  case 'start':
    start(command.options).catch(failed);
    break;
}
