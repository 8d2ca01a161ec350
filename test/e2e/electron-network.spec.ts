import { createSocket } from 'node:dgram';
import { createServer, type Server } from 'node:http';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import { startService } from '#service/start-service.ts';
import { connectByKey } from './desk-fixtures.ts';
import { test } from './electron-desk.ts';
import { show } from './person.ts';

// What leaves the real shell: the ways to the service by a proxy's configuration, and nothing of the window's own.

test.describe.configure({ timeout: 90_000 });

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a proxy file that cannot be read is never a way around the proxy', async ({ desk }) => {
  const files = createServer((_request, response) => response.writeHead(404).end());
  const service = await startService();
  try {
    const address = await listening(files);
    await desk.launch('--without-service');
    const { window } = desk;
    await connectByKey(window, { address: service.baseUrl, apiKey: service.apiKey, ca: service.caPem });
    await show(window, '#/settings');
    await window.getByRole('button', { name: 'Change…' }).click();
    const dialog = window.getByRole('dialog', { name: 'Proxy' });
    await dialog.getByLabel('Use', { exact: true }).selectOption({ label: 'A proxy configuration file (PAC)' });
    await dialog.getByLabel('Address of the file').fill(`${address}/proxy.pac`);
    await dialog.getByRole('button', { name: 'Use it' }).click();
    await window.getByRole('button', { name: /^Check/ }).click();
    await expect(window.getByRole('status').getByRole('heading', { level: 3 })).toBeVisible();
    expect(await window.getByRole('status').getByRole('heading', { level: 3 }).textContent()).not.toBe('Everything on the way answers');
    await expect(window.getByRole('listitem').filter({ hasText: 'Proxy' })).toContainText('PAC');
  } finally {
    await service.close();
    files.close();
  }
});

/** What Chromium says of an address with a configuration of its own, and how long it took to say so. */
test('a server of a proxy file that never answers delays who asks it, and no other configuration', async ({ desk }) => {
  const silent = createTcpServer();
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const files = createServer((_request, response) => response.end('function FindProxyForURL() { return "PROXY 127.0.0.1:7"; }'));
  const service = await startService();
  try {
    const address = await listening(files);
    await desk.launch('--without-service');
    const { window } = desk;
    await connectByKey(window, { address: service.baseUrl, apiKey: service.apiKey, ca: service.caPem });
    await show(window, '#/settings');
    const use = async (file: string) => {
      await window.getByRole('button', { name: 'Change…' }).click();
      const dialog = window.getByRole('dialog', { name: 'Proxy' });
      await dialog.getByLabel('Use', { exact: true }).selectOption({ label: 'A proxy configuration file (PAC)' });
      await dialog.getByLabel('Address of the file').fill(file);
      await dialog.getByRole('button', { name: 'Use it' }).click();
      await expect(dialog).toBeHidden();
    };
    await use(`http://127.0.0.1:${(silent.address() as AddressInfo).port}/proxy.pac`);
    // the account asks the silent one meanwhile
    await new Promise<void>((resolve) => silent.once('connection', () => resolve()));
    await use(`${address}/proxy.pac`);
    await window.getByRole('button', { name: /^Check/ }).click();
    // Chromium gives a silent server half a minute
    await expect(window.getByRole('listitem').filter({ hasText: '127.0.0.1:7' }).first()).toBeVisible({ timeout: 10_000 });
  } finally {
    await service.close();
    files.close();
    silent.close();
  }
});

test('WebRTC of the window reaches no other program, by UDP or TCP', async ({ desk }) => {
  let packets = 0;
  const udp = createSocket('udp4').on('message', () => (packets += 1));
  await new Promise<void>((resolve) => udp.bind(0, '127.0.0.1', resolve));
  const tcp = createTcpServer((socket) => {
    packets += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve));
  try {
    await desk.launch();
    const ports = { udp: udp.address().port, tcp: (tcp.address() as AddressInfo).port };
    const gathered = await desk.window.evaluate(async ({ udp, tcp }) => {
      const urls = [`turn:127.0.0.1:${udp}?transport=udp`, `turn:127.0.0.1:${tcp}?transport=tcp`];
      const peer = new RTCPeerConnection({
        iceServers: [{ urls: `stun:127.0.0.1:${udp}` }, ...urls.map((url) => ({ urls: url, username: 'u', credential: 'p' }))],
      });
      peer.createDataChannel('x');
      await peer.setLocalDescription(await peer.createOffer());
      await new Promise<void>((resolve) => {
        const look = () => peer.iceGatheringState === 'complete' && resolve();
        peer.addEventListener('icegatheringstatechange', look);
        look();
      });
      peer.close();
      return peer.localDescription?.sdp.match(/^a=candidate.*$/gm) ?? [];
    }, ports);
    expect({ packets, gathered }).toEqual({ packets: 0, gathered: [] });
  } finally {
    udp.close();
    tcp.close();
  }
});
