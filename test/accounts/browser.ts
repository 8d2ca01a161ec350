import { request } from 'node:http';

export interface Knock {
  method?: string;
  path: string;
  host?: string | null;
  headers?: Record<string, string>;
}

/** Knocks at a loopback listener as any program on the machine could; the status and page, or the error's code. */
export function knock(
  port: number,
  { method = 'GET', path, host, headers = {} }: Knock,
): Promise<{ status: number; page: string; headers: Record<string, unknown> } | string> {
  return new Promise((resolve) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        method,
        path,
        setHost: false,
        headers: { ...(host === null ? {} : { host: host ?? `127.0.0.1:${port}` }), ...headers },
      },
      (response) => {
        let page = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => (page += chunk));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, page, headers: response.headers }));
      },
    );
    sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'error'));
    sent.end();
  });
}
