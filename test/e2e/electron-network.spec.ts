import { createSocket } from 'node:dgram';
import { createServer, type Server } from 'node:http';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import { test, type ElectronDesk } from './electron-desk.ts';
import { show } from './person.ts';

// Network traffic of the real shell: the proxies of a configuration, and nothing of the window's own.

test.describe.configure({ timeout: 90_000 });

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Chromium never asks a proxy for a loopback address. This one reaches this computer as well, and it does not know that. */
const addressOf = (port: number) => `https://0.0.0.0:${port}`;

async function useFile({ window }: ElectronDesk, file: string): Promise<void> {
  await show(window, '#/settings/connection');
  await window.getByRole('button', { name: 'Change…' }).click();
  const dialog = window.getByRole('dialog', { name: 'Proxy' });
  await dialog.getByLabel('Use', { exact: true }).selectOption({ label: 'A proxy configuration file (PAC)' });
  await dialog.getByLabel('Address of the file').fill(file);
  await dialog.getByRole('button', { name: 'Use it' }).click();
  await expect(dialog).toBeHidden();
}

/** Presses Connect for a service at this address; waits for no answer. */
async function connect({ window }: ElectronDesk, address: string): Promise<void> {
  await show(window, '#/sign-in');
  await window.getByLabel('Address of the service').fill(address);
  await window.getByRole('tab', { name: 'API key' }).click();
  await window.getByLabel('API key', { exact: true }).last().fill('sandbox_key');
  await window.getByRole('button', { name: 'Connect', exact: true }).click();
}

test('a proxy file that cannot be read is never a way around the proxy', { tag: '@quick' }, async ({ desk }) => {
  const files = createServer((_request, response) => response.writeHead(404).end());
  let connections = 0;
  const service = createTcpServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  try {
    await new Promise<void>((resolve) => service.listen(0, '0.0.0.0', resolve));
    const address = await listening(files);
    await desk.launch('--without-service');
    await useFile(desk, `${address}/proxy.pac`);
    await connect(desk, addressOf((service.address() as AddressInfo).port));
    await expect(desk.window.getByRole('alert').first()).toBeVisible();
    expect(connections).toBe(0);
  } finally {
    service.close();
    files.close();
  }
});

test('WebRTC of the window reaches no other program, by UDP or TCP', { tag: '@slow' }, async ({ desk }) => {
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
