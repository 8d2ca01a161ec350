// The whole of what the window gets from Electron: one function, which asks the main process for a port to the contract.
import { contextBridge, ipcRenderer } from 'electron';

const channel = 'shell:port';

contextBridge.exposeInMainWorld(
  'shell',
  Object.freeze({
    /** Posts the window a MessagePort as `shell:port`; the main process answers the contract on its other end. */
    connect(): void {
      const { port1, port2 } = new MessageChannel();
      ipcRenderer.postMessage(channel, null, [port1]);
      window.postMessage(channel, window.location.origin, [port2]);
    },
  }),
);
