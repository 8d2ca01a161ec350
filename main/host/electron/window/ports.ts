import type { IpcMain, IpcMainEvent, MessagePortMain, WebContents } from 'electron';
import type { AnyRouter } from '@orpc/server';
import { RPCHandler } from '@orpc/server/ws';
import type { WindowContext } from '#main/app/window-context.ts';
import { wireSerializers } from '#shared/json/json-wire.ts';

/** The only channel between window and main process. */
const portChannel = 'shell:port';

/** The page that may speak: our own scheme, exactly. */
export const windowOrigin = 'app://layover';

/**
 * Hands a port to the router when the top frame of a trusted window asks from our own page; anyone else gets silence. What is asked before
 * there is a router waits for it.
 */
export function servePorts(ipc: IpcMain, router: Promise<AnyRouter>, isOurs: (sender: WebContents) => boolean): void {
  const handler = router.then((made) => new RPCHandler(made, { customJsonSerializers: wireSerializers }));
  ipc.on(portChannel, (event: IpcMainEvent) => {
    const [port] = event.ports;
    if (!port || event.ports.length !== 1) return;
    if (!isTrusted(event, isOurs)) {
      port.close();
      return;
    }
    const windowId = `electron-${event.sender.id}`;
    void handler.then((serving) => {
      void serving.upgrade(asSocket(port), { context: { windowId } });
      port.start();
    });
  });
}

type Socket = Parameters<RPCHandler<WindowContext>['upgrade']>[0];

/** A port with a socket's face: the handler for sockets survives a message that cannot be read, the one for ports lets it reach the process. */
function asSocket(port: MessagePortMain): Socket {
  const socket = {
    send: (message: string | Uint8Array) => port.postMessage(message),
    addEventListener: (event: string, listener: (event: { data?: unknown }) => void) => {
      if (event === 'message') port.on('message', ({ data }) => listener({ data }));
      if (event === 'close') port.on('close', () => listener({}));
    },
  };
  return socket as unknown as Socket;
}

function isTrusted(event: IpcMainEvent, isOurs: (sender: WebContents) => boolean): boolean {
  const frame = event.senderFrame;
  if (!frame || !isOurs(event.sender) || frame !== event.sender.mainFrame) return false;
  return isWindowUrl(frame.url);
}

/** True for the address of the window's page itself, not another file of it: those have no way back. */
export function isWindowPage(url: string): boolean {
  return isWindowUrl(url) && new URL(url).pathname === '/';
}

/** True for an address of the window's own page. */
export function isWindowUrl(url: string): boolean {
  return URL.canParse(url) && url.startsWith(`${windowOrigin}/`) && new URL(url).host === 'layover';
}
