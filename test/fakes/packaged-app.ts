// Runs an unpacked package's own main program over the fake Electron, in a process of its own that really ends: what ships, without the
// repository's modules. It goes through a day and says on stdout what came of it. argv: the package's folder, then the app's arguments.
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { runInThisContext } from 'node:vm';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import { wireSerializers } from '#shared/json/json-wire.ts';
import { BrowserWindow, Menu, app, contextBridge, exposed, ipcRenderer, speakAs, utilityProcess } from './electron.ts';
import { forkLikeElectron } from './utility-process.ts';

const [folder = '', ...args] = process.argv.slice(2);
const fake = pathToFileURL(path.join(import.meta.dirname, 'electron.ts')).href;
registerHooks({
  resolve: (name, context, next) => (name === 'electron' ? { url: fake, shortCircuit: true } : next(name, context)),
});
Object.assign(process, { resourcesPath: path.join(folder, 'resources'), argv: [process.execPath, ...args] });
Object.assign(utilityProcess, { fork: forkLikeElectron });

// Electron says it in a box of its own and goes on
const troubles: unknown[] = [];
for (const event of ['uncaughtException', 'unhandledRejection']) process.on(event, (error: unknown) => troubles.push(error));
app.on('quit', (_event: unknown, code: number) => {
  setImmediate(() => process.exit(troubles.length > 0 ? 9 : code));
});

interface Api {
  documents: {
    list(given: unknown): Promise<{ rows: { recordId: string }[] }>;
    fetch(given: unknown): Promise<unknown>;
    bytes(given: unknown): Promise<Blob>;
  };
  app: { status(): Promise<{ account: { embedded: boolean } | null }> };
  records: { list(given: unknown): Promise<{ rows: { id: string }[] }> };
  edits: { record(given: unknown): Promise<{ id: string }>; get(given: unknown): Promise<{ state: string }> };
}
/** The contract's client over the built preload, as the page has it. */
function api(): Api {
  const ports: MessagePort[] = [];
  const page = {
    location: { origin: 'app://layover' },
    postMessage: (_m: unknown, _o: string, given: MessagePort[]) => ports.push(...given),
  };
  speakAs(BrowserWindow.all[0]!);
  const code = readFileSync(path.join(folder, 'out/preload/electron-preload.cjs'), 'utf8');
  const require = (): unknown => ({ contextBridge, ipcRenderer });
  runInThisContext(`(function (require, window, MessageChannel) {${code}\n})`)(require, page, MessageChannel);
  (exposed['shell'] as { connect: () => void }).connect();
  const [port] = ports;
  const client = createORPCClient(new RPCLink({ port: port!, customJsonSerializers: wireSerializers })) as unknown as Api;
  port!.start();
  return client;
}

async function until(check: () => unknown): Promise<void> {
  for (const limit = Date.now() + 60_000; !(await check()); await pause(50)) if (Date.now() > limit) throw new Error('that did not come');
}

/** Sends an edit, reads a PDF, and quits by the menu; says what came of it. */
async function day(): Promise<void> {
  await until(() => BrowserWindow.all[0]?.shown);
  const { app: state, records, documents, edits } = api();
  // the company's records and documents arrive after the window
  const company = async (): Promise<boolean> => {
    const lists = [records.list({ filter: { kind: 'expense' }, limit: 1 }), documents.list({ limit: 1 })];
    return (await Promise.all(lists)).every(({ rows }) => rows.length > 0);
  };
  await until(async () => (await state.status()).account?.embedded === true && (await company()));
  const [expense] = (await records.list({ filter: { kind: 'expense' }, limit: 1 })).rows;
  const body = { performedDate: '2026-03-12' };
  const { id } = await edits.record({ kind: 'updateExpense', recordKind: 'expense', recordId: expense?.id, body });
  await until(async () => (await edits.get({ id })).state === 'applied');
  const recordId = (await documents.list({ limit: 1 })).rows[0]?.recordId;
  await documents.fetch({ recordId });
  const pdf = await (await documents.bytes({ recordId })).text();
  console.log(JSON.stringify({ edit: 'applied', pdf: pdf.slice(0, 5) }));
  const lines = Menu.application?.template.flatMap(({ submenu }) => submenu ?? []) ?? [];
  lines.find(({ label, role }) => label === 'Quit' || role === 'quit')!.click!();
}

await import(pathToFileURL(path.join(folder, 'out/main/electron.mjs')).href);
void day().catch((error: unknown) => {
  console.error(error);
  process.exit(8);
});
