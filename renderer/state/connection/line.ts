import { launchFragment, lineProtocol, lineText, type LineWord } from '#shared/line-proof.ts';

const storedAt = 'layover.session';
const bytes = new TextEncoder();

/** This tab has no secret: it was opened without a launch address, or with one that is spent. */
export class NotLaunched extends Error {
  override readonly name = 'NotLaunched';
}

let launch: string | null = null;

/** Takes the launch out of the address, before anything else reads it: history and bookmarks keep none. */
export function takeLaunch(): void {
  if (!location.hash.startsWith(launchFragment)) return;
  launch = location.hash.slice(launchFragment.length);
  history.replaceState(null, '', location.pathname);
}

/**
 * Opens the line of the browser host. The host proves first that it knows this tab's secret; what answers on its port and does not is told
 * nothing. A launch becomes a session, a secret that both sides make and neither sends. Rejects when there is no line.
 */
export async function openLine(windowId: string): Promise<WebSocket> {
  const secret = launch ?? sessionStorage.getItem(storedAt);
  if (secret === null) throw new NotLaunched('start Layover again to open a window');
  const tabNumber = base64url(crypto.getRandomValues(new Uint8Array(32)));
  const key = await crypto.subtle.importKey('raw', bytes.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const prove = async (word: LineWord, ...numbers: [string?, string?]) =>
    base64url(new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes.encode(lineText(word, ...numbers)))));
  const socket = new WebSocket(`ws://${location.host}/ipc?window=${windowId}`, [lineProtocol, `${await prove('name')}.${tabNumber}`]);
  const [hostNumber = '', proof] = (await firstWord(socket)).split('.');
  if (proof !== (await prove('host', tabNumber, hostNumber))) {
    socket.close();
    throw new Error('what answers here is not Layover');
  }
  if (launch !== null) {
    sessionStorage.setItem(storedAt, await prove('session', tabNumber, hostNumber));
    launch = null;
  }
  socket.send(await prove('tab', tabNumber, hostNumber));
  return socket;
}

function firstWord(socket: WebSocket): Promise<string> {
  return new Promise((resolve, reject) => {
    const ended = new AbortController();
    const options = { signal: ended.signal };
    socket.addEventListener('message', ({ data }) => (ended.abort(), resolve(String(data))), options);
    for (const event of ['error', 'close'] as const)
      socket.addEventListener(event, () => (ended.abort(), reject(new Error('the line to Layover did not open'))), options);
  });
}

function base64url(octets: Uint8Array): string {
  return btoa(String.fromCharCode(...octets))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
