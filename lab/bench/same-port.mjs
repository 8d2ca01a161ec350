// Read by a host before its own program: its window's address stays from start to start, as `app://layover` does. A browser keeps what it
// read and compiled by address.
import { Server } from 'node:net';
import path from 'node:path';

const { listen } = Server.prototype;

/** The first server of the host's own process that asks for any port gets `LAYOVER_BENCH_PORT`; everybody else what they asked for. */
function listenThere(port, ...others) {
  Server.prototype.listen = listen;
  return listen.call(this, port === 0 ? Number(process.env.LAYOVER_BENCH_PORT) : port, ...others);
}

if (path.basename(process.argv[1] ?? '') === 'browser.mjs') Server.prototype.listen = listenThere;
