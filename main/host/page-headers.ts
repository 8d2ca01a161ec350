import type { WindowFile } from './window-files.ts';

/** The Trusted Types policies that may create markup or script URLs: Svelte's templates and the reader of PDFs (renderer/parts/files/pdf-worker.ts). */
const trusted = ['svelte-trusted-html', 'layover-pdf-worker'];

/** A file of the window, as far as its policy depends on it. */
type Served = Pick<WindowFile, 'compilesWasm'> | undefined;

/**
 * The window's Content-Security-Policy. `connect` lists what the page may open besides its own origin (the browser host's socket). A worker
 * has the policy of its own script: only the reader of PDFs may compile WebAssembly, for the pictures of scanned pages.
 */
export function contentSecurityPolicy(connect: string[] = [], file?: Served): string {
  return [
    "default-src 'none'",
    `script-src 'self'${file?.compilesWasm === true ? " 'wasm-unsafe-eval'" : ''}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    `connect-src ${["'self'", ...connect].join(' ')}`,
    "worker-src 'self'",
    "require-trusted-types-for 'script'",
    `trusted-types ${trusted.join(' ')}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Headers of every answer that the window's scheme or server gives, refusals included. */
export function pageHeaders(connect: string[] = [], file?: Served): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(connect, file),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), usb=(), serial=(), hid=(), payment=(), display-capture=()',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  };
}
