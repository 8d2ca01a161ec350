import type { WireCause } from '#main/api/transport/transport.ts';

const beforeTheRequest: Record<string, WireCause> = {
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  EAI_FAIL: 'dns',
  EAI_NODATA: 'dns',
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  ENETDOWN: 'unreachable',
  EHOSTDOWN: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  EACCES: 'unreachable',
  EPERM: 'unreachable',
  UND_ERR_CONNECT_TIMEOUT: 'connectTimeout',
  ETIMEDOUT: 'connectTimeout',
  EPROTO: 'tls',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  UND_ERR_SOCKET: 'closed',
  UND_ERR_DESTROYED: 'cancelled',
  UND_ERR_CLOSED: 'cancelled',
  UND_ERR_INVALID_ARG: 'badAddress',
  PROXY_UNREACHABLE: 'proxyUnreachable',
  PROXY_REFUSED: 'proxyRefused',
  PROXY_PASSWORD: 'proxyPassword',
  PROXY_PASSWORD_REFUSED: 'proxyPassword',
  PROXY_SCHEME: 'proxyUnsupported',
  PROXY_UNSUPPORTED: 'proxyUnsupported',
  PROXY_PORTAL: 'proxyPortal',
  PROXY_FAILED: 'proxyUnreachable',
  TUNNEL_CLOSED: 'proxyUnreachable',
};

const tlsCode = /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERROR_IN_|HOSTNAME_MISMATCH|INVALID_CA|PATH_LENGTH|CRL_)/;

/** The code of a network error, looking into the attempts of a dual-stack connect; 'unknown' when it has none. Never its text. */
export function errorCode(error: unknown): string {
  if (typeof error !== 'object' || error === null) return 'unknown';
  const { code, name, errors, cause } = error as { code?: unknown; name?: unknown; errors?: unknown; cause?: unknown };
  if (typeof code === 'string') return code;
  if (name === 'HTTPParserError') return 'HPE_UNNAMED';
  if (Array.isArray(errors) && errors.length > 0) return errorCode(errors[0]);
  return errorCode(cause);
}

/** The cause of an error that came before any byte of the request was written. */
export function causeBeforeRequest(code: string): WireCause {
  return beforeTheRequest[code] ?? (tlsCode.test(code) ? 'tls' : 'unreachable');
}

/** The cause of an error that came after the request began to be written; `answering` once a status line was read. */
export function causeAfterRequest(code: string, answering: boolean): WireCause {
  if (code === 'UND_ERR_DESTROYED' || code === 'UND_ERR_CLOSED') return 'cancelled';
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return 'tooLarge';
  if (code.startsWith('HPE_') || code === 'UND_ERR_HEADERS_OVERFLOW') return 'malformed';
  if (answering || code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') return 'truncated';
  if (code === 'ECONNRESET' || code === 'EPIPE') return 'reset';
  if (code === 'ETIMEDOUT') return 'timeout';
  return 'closed';
}
