// A bare HTTPS server in its own process: answers every GET and PATCH with the whole record, as the service does, after `latencyMs`, and the
// question who answers here in the service's words ("Errors").
import https from 'node:https';
import http2 from 'node:http2';
import { readFileSync } from 'node:fs';
import { expense } from './workload.mjs';

const { key, cert, latencyMs = 0, h2 = false } = JSON.parse(process.argv[2]);
let served = 0;

const records = new Map();

/** The record as the service knows it now: made on first sight, changed by every PATCH. */
function recordOf(id) {
  const known = records.get(id);
  if (known) return known;
  const record = expense(parseInt(id.slice(-12), 16));
  records.set(id, record);
  return record;
}

const nobody = '00000000-0000-0000-0000-000000000000';

function answer(request, response) {
  if (request.url === '/served') return response.end(JSON.stringify({ served }));
  if (request.url.endsWith(nobody)) {
    response.writeHead(401, { 'content-type': 'application/json;charset=UTF-8' });
    return response.end(JSON.stringify({ type: 'UNAUTHORIZED', errors: [] }));
  }
  let text = '';
  request.setEncoding('utf8');
  request.on('data', (chunk) => (text += chunk));
  request.on('end', () => {
    served += 1;
    const record = recordOf(request.url.slice(request.url.lastIndexOf('/') + 1));
    if (request.method === 'PATCH') Object.assign(record, JSON.parse(text));
    const body = JSON.stringify(record);
    const send = () => {
      response.writeHead(200, { 'content-type': 'application/json;charset=UTF-8', 'content-length': Buffer.byteLength(body) });
      response.end(body);
    };
    if (latencyMs > 0) setTimeout(send, latencyMs);
    else send();
  });
}

const tls = { key: readFileSync(key), cert: readFileSync(cert) };
const server = h2
  ? http2.createSecureServer({ ...tls, allowHTTP1: true }, answer)
  : https.createServer({ ...tls, keepAlive: true }, answer);
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ port: server.address().port })));
process.on('disconnect', () => process.exit(0));
