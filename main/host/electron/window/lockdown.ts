import { t } from '#shared/messages/t.ts';
import type { App, Session, WebContents } from 'electron';
import { isWindowPage, isWindowUrl } from './ports.ts';
import { mayOpenExternally } from '#main/host/open-external.ts';

/** Sources that a page may load: our own scheme, and blobs of our own page. Nothing comes from the network. */
function mayLoad(url: string): boolean {
  return isWindowUrl(url) || url.startsWith('blob:app://layover/') || url.startsWith('data:') || url.startsWith('devtools:');
}

/** Rights of pages: copying text, nothing else. */
const granted = new Set(['clipboard-sanitized-write']);

/** Denies the session every permission, device, network request and unknown download. */
export function lockDownSession(session: Session): void {
  session.setPermissionRequestHandler((contents, permission, answer) =>
    answer(granted.has(permission) && isWindowUrl(contents.mainFrame.url)),
  );
  session.setPermissionCheckHandler((contents, permission) => granted.has(permission) && isWindowUrl(contents?.mainFrame.url ?? ''));
  session.setDevicePermissionHandler(() => false);
  session.webRequest.onBeforeRequest((details, answer) => answer({ cancel: !mayLoad(details.url) }));
  // the window never speaks TLS: whatever asks is wrong
  const refused = -2;
  session.setCertificateVerifyProc((_request, answer) => answer(refused));
  session.setSpellCheckerEnabled(false);
  session.on('will-download', (event, item) => {
    if (!item.getURL().startsWith('blob:app://layover/')) {
      event.preventDefault();
      return;
    }
    item.setSaveDialogOptions({ title: t('host.save'), defaultPath: safeFileName(item.getFilename()) });
  });
}

/** Locks down every page: no other address, no new window, no webview; https links open in the system browser. */
export function lockDownPages(app: App, openExternal: (url: string) => Promise<void>): void {
  app.on('web-contents-created', (_event, contents: WebContents) => {
    const stay = (event: { preventDefault: () => void; url: string }): void => {
      if (!isWindowPage(event.url)) event.preventDefault();
    };
    contents.on('will-navigate', stay);
    contents.on('will-frame-navigate', stay);
    contents.on('will-redirect', stay);
    contents.on('will-attach-webview', (event) => event.preventDefault());
    // A policy for pages does not know WebRTC: no datagram leaves but through a proxy, and there is none.
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
    contents.setWindowOpenHandler(({ url }) => {
      if (url.startsWith('https:') && mayOpenExternally(url)) void openExternal(url);
      return { action: 'deny' };
    });
  });
  app.on('certificate-error', (event, _contents, _url, _error, _certificate, answer) => {
    event.preventDefault();
    answer(false);
  });
  app.on('login', (event) => event.preventDefault());
  app.on('select-client-certificate', (event, _contents, _url, _list, answer) => {
    event.preventDefault();
    (answer as (certificate?: undefined) => void)();
  });
}

/** A name that stays inside the folder that the user chooses, on every system. */
export function safeFileName(name: string): string {
  const plain = name
    .slice(0, 300)
    .replace(/[\u0000-\u001f\u007f<>:"/\\|?*\u202a-\u202e\u2066-\u2069]/g, '_')
    .replace(/^[\s.]+|[\s.]+$/g, '')
    .slice(0, 120);
  return plain === '' || /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(plain) ? `layover-${plain || 'file'}` : plain;
}
