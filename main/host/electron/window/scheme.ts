import { protocol, type Session } from 'electron';
import { pageHeaders } from '#main/host/page-headers.ts';
import { BEHIND_MS, readBehind, windowFiles } from '#main/host/window-files.ts';

/** Makes `app://` a proper origin: its own storage, secure, no other scheme's rights. Call before Electron is ready. */
export function registerWindowScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
}

/** Serves a session the built window as `app://layover/…`: only GET, only that host, only files that were built. */
export function serveWindowScheme(pages: Session, folder: string): void {
  const files = windowFiles(folder);
  setTimeout(() => void readBehind(files), BEHIND_MS).unref();
  pages.protocol.handle('app', (request) => {
    const url = new URL(request.url);
    const file = request.method === 'GET' && url.host === 'layover' ? files.get(url.pathname) : undefined;
    const body = file?.body();
    const headers = pageHeaders([], file);
    if (!file || !body)
      return new Response('There is nothing here.', { status: 404, headers: { ...headers, 'content-type': 'text/plain' } });
    return new Response(new Uint8Array(body), {
      headers: { ...headers, 'content-type': file.contentType, 'cache-control': file.cacheControl },
    });
  });
}
