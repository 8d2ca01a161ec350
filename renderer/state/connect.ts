import { createORPCClient } from '@orpc/client';
import { RPCLink as PortLink } from '@orpc/client/message-port';
import { RPCLink as SocketLink } from '@orpc/client/websocket';
import type { ContractRouterClient } from '@orpc/contract';
import type { contract } from '#shared/contract.ts';
import { wireSerializers } from '#shared/json-wire.ts';
import { openLine } from './line.ts';

/** Everything that the window may ask, typed from the contract. */
export type Api = ContractRouterClient<typeof contract>;

/** One open line to the main process. `closed` resolves (never rejects) when the line is gone; calls made after that fail. */
export interface Link {
  api: Api;
  closed: Promise<void>;
}

/** Opens a line, or rejects when the main process cannot be reached. */
export type Dial = () => Promise<Link>;

/** What the preload offers: it answers `connect()` by posting a MessagePort to this window. */
interface Shell {
  connect(): void;
}

/** Keeps decimals exact across the line; both ends use it. */
const exact = { customJsonSerializers: wireSerializers };

/** The host's own line: a port from the preload in Electron, a WebSocket on the page's own origin in the browser host. */
export const dialHost: Dial = () => ('shell' in window ? dialPort((window as unknown as { shell: Shell }).shell) : dialSocket());

/** Dials at once; the first who asks is given that line, later ones dial anew. */
export function dialAhead(dial: Dial): Dial {
  let first: Promise<Link> | null = dial();
  // whoever asks for it hears of it
  first.catch(() => undefined);
  return () => {
    const line = first ?? dial();
    first = null;
    return line;
  };
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
  const closed = new Promise<void>((resolve) => {
    port.addEventListener('close', () => {
      resolve();
    });
  });
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
  const closed = new Promise<void>((resolve) => {
    socket.addEventListener('close', () => {
      resolve();
    });
  });
  return { api: createORPCClient(new SocketLink({ websocket: socket, ...exact })), closed };
}
