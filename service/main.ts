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
    void service.close().then(() => process.exit(0));
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  process.stdout.write(`${JSON.stringify(ready)}\n`);
  // a host that started us and is gone, however it went
  process.on('disconnect', stop);
}

function failed(error: unknown): void {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const message = error instanceof Error ? error.message : String(error);
  const next = advice[String(code)] ?? '';
  process.stderr.write(`The sandbox could not start: ${message}.${next}\n`);
  process.exitCode = 1;
}

const command = readCommandLine(process.argv.slice(2));
switch (command.kind) {
  case 'help':
    process.stdout.write(`${helpText()}\n`);
    break;
  case 'wrong':
    process.stderr.write(`${command.message}\nSee npm run service -- --help\n`);
    process.exitCode = 2;
    break;
  case 'start':
    start(command.options).catch(failed);
    break;
}
