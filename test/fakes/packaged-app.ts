// Runs an unpacked package's own main program over the fake Electron, in a process of its own that really ends: what ships, without the
// repository's modules. Its parent asks by Node's channel (scripts/verify/fake-app.mjs). argv: the package's folder, then the app's arguments.
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { runInThisContext } from 'node:vm';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import { wireSerializers } from '#shared/json/json-wire.ts';
import { BrowserWindow, Menu, app, asked, contextBridge, exposed, ipcRenderer, powerMonitor, speakAs, utilityProcess } from './electron.ts';
import { forkLikeElectron } from './utility-process.ts';

const [folder = '', ...args] = process.argv.slice(2);
const fake = pathToFileURL(path.join(import.meta.dirname, 'electron.ts')).href;
registerHooks({
  resolve: (name, context, next) => (name === 'electron' ? { url: fake, shortCircuit: true } : next(name, context)),
});
Object.assign(process, { resourcesPath: path.join(folder, 'resources'), argv: [process.execPath, ...args] });
const hanging = path.join(import.meta.dirname, 'hanging-sandbox.mjs');
Object.assign(utilityProcess, {
  fork: args.includes('--hanging-sandbox') ? (_file: string, given: string[]) => forkLikeElectron(hanging, given) : forkLikeElectron,
});

const tell = (message: Record<string, unknown>): void => void process.send?.(message);
// Electron says it in a box of its own and goes on
for (const event of ['uncaughtException', 'unhandledRejection'])
  process.on(event, (error: unknown) => {
    tell({ trouble: error instanceof Error ? error.message : String(error) });
  });
app.on('quit', (_event: unknown, code: number) => {
  tell({ asked: asked.map(({ call }) => call) });
  setImmediate(() => process.exit(code));
});

interface Api {
  documents: {
    list(given: unknown): Promise<{ rows: { recordId: string }[] }>;
    fetch(given: unknown): Promise<unknown>;
    bytes(given: unknown): Promise<Blob>;
  };
  app: { status(): Promise<{ account: { embedded: boolean } | null; sandbox: { kind: string } | null }> };
  records: { list(given: unknown): Promise<{ rows: { id: string }[] }> };
  edits: { record(given: unknown): Promise<{ id: string }>; get(given: unknown): Promise<{ state: string }> };
}
let known: Api | undefined;
const window = (): BrowserWindow => BrowserWindow.all[0]!;

/** The contract's client over the built preload, as the page has it. */
function api(): Api {
  if (known) return known;
  const ports: MessagePort[] = [];
  const page = {
    location: { origin: 'app://layover' },
    postMessage: (_m: unknown, _o: string, given: MessagePort[]) => ports.push(...given),
  };
  speakAs(window());
  const code = readFileSync(path.join(folder, 'out/preload/electron-preload.cjs'), 'utf8');
  const require = (): unknown => ({ contextBridge, ipcRenderer });
  runInThisContext(`(function (require, window, MessageChannel) {${code}\n})`)(require, page, MessageChannel);
  (exposed['shell'] as { connect: () => void }).connect();
  const [port] = ports;
  known = createORPCClient(new RPCLink({ port: port!, customJsonSerializers: wireSerializers })) as unknown as Api;
  port!.start();
  return known;
}

const body = { performedDate: '2026-03-12' };
const acts: Record<string, (given: never) => unknown> = {
  painted: () => BrowserWindow.all[0]?.shown === true,
  /** Waits for the company's records and documents, which arrive after the window. */
  company: async () => {
    if (!(await api().app.status()).account?.embedded) return false;
    const lists = [api().records.list({ filter: { kind: 'expense' }, limit: 1 }), api().documents.list({ limit: 1 })];
    return (await Promise.all(lists)).every(({ rows }) => rows.length > 0);
  },
  sandboxTrouble: async () => (await api().app.status()).sandbox?.kind,
  edit: async () => {
    const { rows } = await api().records.list({ filter: { kind: 'expense' }, limit: 1 });
    return (await api().edits.record({ kind: 'updateExpense', recordKind: 'expense', recordId: rows[0]?.id, body })).id;
  },
  state: async (id: string) => (await api().edits.get({ id })).state,
  move: (bounds: BrowserWindow['bounds']) => Object.assign(window(), { bounds }) && true,
  place: () => window().options,
  quit: () => {
    app.quit();
  },
  menuQuit: () => {
    const lines = Menu.application?.template.flatMap(({ submenu }) => submenu ?? []) ?? [];
    const line = lines.find(({ label, role }) => label === 'Quit' || role === 'quit');
    if (!line?.click) throw new Error('no line of the menu quits');
    line.click();
  },
  pdf: async () => {
    const { rows } = await api().documents.list({ limit: 1 });
    const recordId = rows[0]?.recordId;
    await api().documents.fetch({ recordId });
    return (await (await api().documents.bytes({ recordId })).text()).slice(0, 5);
  },
  close: () => {
    window().close();
  },
  shutdown: () => powerMonitor.systemShutdown(),
  sessionEnd: () => window().emit('session-end', {}),
  crash: () => window().webContents.emit('render-process-gone', {}, { reason: 'crashed' }),
  secondLaunch: (argv: string[]) => app.emit('second-instance', {}, ['layover', ...argv], '/'),
  heard: () => asked.map(({ call }) => call),
};
process.on('message', ({ id, act, given }: { id: number; act: string; given: never }) => {
  void Promise.resolve()
    .then(() => acts[act]!(given))
    .then(
      (answer) => {
        tell({ id, answer });
      },
      (error: unknown) => {
        tell({ id, error: error instanceof Error ? error.message : String(error) });
      },
    );
});
await import(pathToFileURL(path.join(folder, 'out/main/electron.mjs')).href);
