import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '#test/e2e/fixtures.ts';
import { launchOf, openTab } from '#test/host/windows.ts';

test('the built preload in real Chromium hands the page a working port, and nothing else', { tag: '@slow' }, async ({ host, page }) => {
  const code = readFileSync(path.resolve(import.meta.dirname, '../../out/preload/electron-preload.cjs'), 'utf8');
  // only the two calls of Electron that a sandboxed preload makes; the other end of the port is a line to the host, proven out here
  await page.addInitScript(`(() => {
    const shellOfElectron = {
      contextBridge: { exposeInMainWorld: (name, value) => Object.defineProperty(window, name, { value }) },
      ipcRenderer: { postMessage(channel, _data, [port]) {
        if (channel !== 'shell:port') throw new Error('unexpected channel ' + channel);
        const socket = new WebSocket('ws://' + location.host + '/ipc');
        const early = [];
        socket.binaryType = 'arraybuffer';
        window.messages = { asked: 0, answered: 0 };
        port.onmessage = (event) => {
          window.messages.asked += 1;
          if (socket.readyState === 1) socket.send(event.data);
          else early.push(event.data);
        };
        socket.onopen = () => early.forEach((message) => socket.send(message));
        socket.onmessage = (event) => {
          window.messages.answered += 1;
          port.postMessage(event.data);
        };
      } },
    };
    const require = (name) => { if (name !== 'electron') throw new Error('a sandboxed preload may not require ' + name); return shellOfElectron; };
    const module = { exports: {} };
    const exports = module.exports;
    ${code}
  })();`);
  const { href, origin, port } = new URL(await host.launchUrl());
  const { socket } = await openTab({ gate: { origin }, port: Number(port) }, launchOf(href));
  await page.routeWebSocket('**/ipc', (window) => {
    window.onMessage((message) => {
      socket.send(message);
    });
    socket.on('message', (message: Buffer, isBinary) => {
      window.send(isBinary ? message : message.toString());
    });
  });
  await host.open(page);
  await expect(page.getByRole('navigation').first()).toBeVisible();
  const messages = await page.evaluate(() => (window as unknown as { messages: { asked: number; answered: number } }).messages);
  expect(messages.asked).toBeGreaterThan(2);
  expect(messages.answered).toBeGreaterThan(2);
  const shell = await page.evaluate(() => {
    const { shell: given } = window as unknown as { shell: Record<string, unknown> };
    return { names: Object.keys(given), frozen: Object.isFrozen(given), electron: 'require' in window || 'process' in window };
  });
  expect(shell).toEqual({ names: ['connect'], frozen: true, electron: false });
  socket.close();
});
