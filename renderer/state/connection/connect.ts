import { createORPCClient } from '@orpc/client';
import { RPCLink as PortLink } from '@orpc/client/message-port';
import { RPCLink as SocketLink } from '@orpc/client/websocket';
import type { ContractRouterClient } from '@orpc/contract';
import type { contract } from '#shared/contract.ts';
import type { AppStatus, Change, Settings } from '#shared/contract/views/views.ts';
import { wireSerializers } from '#shared/json/json-wire.ts';
import { openLine } from './line.ts';

/** Everything that the window may ask, typed from the contract. */
export type Api = ContractRouterClient<typeof contract>;

/** An open connection to the main process. `closed` resolves (never rejects) when it is gone; calls after that fail. */
export interface Link {
  api: Api;
  closed: Promise<void>;
  /** The window's first requests, when they were sent already. */
  first?: Promise<FirstAnswers>;
}

/** The initial state of a window, and the stream that keeps it current. */
export interface FirstAnswers {
  changes: AsyncIterable<Change>;
  status: AppStatus;
  settings: Settings;
}

/** Asks what a window has to know first. The stream is opened before anything is read, so that no change can fall between the two. */
export async function askFirst({ app }: Pick<Api, 'app'>): Promise<FirstAnswers> {
  const changes = await app.changes();
  const [status, settings] = await Promise.all([app.status(), app.settings()]);
  return { changes, status, settings };
}

/** Opens a line, or rejects when the main process cannot be reached. */
export type Dial = () => Promise<Link>;

/** The preload's interface: it answers `connect()` by posting a MessagePort to this window. */
interface Shell {
  connect(): void;
}

/** Keeps decimals exact across the connection; both ends use it. */
const exact = { customJsonSerializers: wireSerializers };

/** The host's own line: a port from the preload in Electron, a WebSocket on the page's own origin in the browser host. */
export const dialHost: Dial = () => ('shell' in window ? dialPort((window as unknown as { shell: Shell }).shell) : dialSocket());

/** Dials and asks at once; the first who asks is given that line and those answers, later ones dial again. */
export function dialAhead(dial: Dial): Dial {
  let first: Promise<Link> | null = dial().then(asked);
  // its reader gets the error
  first.catch(() => undefined);
  return () => {
    const line = first ?? dial();
    first = null;
    return line;
  };
}

function asked(link: Link): Link {
  const first = askFirst(link.api);
  // the connection's user gets the error
  first.catch(() => undefined);
  return { ...link, first };
}

async function dialPort(shell: Shell): Promise<Link> {
  const port = await new Promise<MessagePort>((resolve) => {
    window.addEventListener('message', function received(event: MessageEvent) {
      const sent = event.ports[0];
      if (event.source !== window || event.data !== 'shell:port' || !sent) return;
      window.removeEventListener('message', received);
      resolve(sent);
    });
    shell.connect();
  });
  const closed = closingOf(port);
  const link = new PortLink({ port, ...exact });
  port.start();
  return { api: createORPCClient(link), closed };
}

/** This tab's own name, kept through a reload and a reconnect, so that its undo stays its own. */
function windowId(): string {
  const key = 'layover.window';
  const id = sessionStorage.getItem(key) ?? crypto.randomUUID();
  sessionStorage.setItem(key, id);
  return id;
}

async function dialSocket(): Promise<Link> {
  const socket = await openLine(windowId());
  const closed = closingOf(socket);
  return { api: createORPCClient(new SocketLink({ websocket: socket, ...exact })), closed };
}

function closingOf(line: EventTarget): Promise<void> {
  return new Promise((resolve) => line.addEventListener('close', () => resolve()));
}
