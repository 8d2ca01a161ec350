// A bare HTTPS server in its own process: answers every PATCH with the record's id and the fields sent, after `latencyMs`.
import https from 'node:https';
import http2 from 'node:http2';
import { readFileSync } from 'node:fs';

const { key, cert, latencyMs = 0, h2 = false } = JSON.parse(process.argv[2]);
let served = 0;

function answer(request, response) {
  if (request.url === '/served') return response.end(JSON.stringify({ served }));
  let text = '';
  request.setEncoding('utf8');
  request.on('data', (chunk) => (text += chunk));
  request.on('end', () => {
    served += 1;
    const id = request.url.slice(request.url.lastIndexOf('/') + 1);
    const body = text.length > 2 ? `{"id":"${id}",${text.slice(1)}` : `{"id":"${id}"}`;
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
