// The least that a start can be: a bare Node process, a page of 25 rows and one small script, opened and looked at as a start of ours is.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';

const rows = Array.from({ length: 25 }, (_, n) => `<tr><td>Row ${n}</td><td>Lunch with a customer</td><td>${n * 7}.00 EUR</td></tr>`).join(
  '',
);
const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Bare</title><link rel="icon" href="data:,">
<table role="grid">${rows}</table><script type="module" src="./bare.js"></script></html>`;
const script = `addEventListener('hashchange', () => (document.title = location.hash));`;

/** The process of the bare page; it says its address as a host does. */
function serve() {
  const server = createServer((request, response) => {
    const isScript = request.url === '/bare.js';
    response.setHeader('content-type', `text/${isScript ? 'javascript' : 'html'}; charset=utf-8`);
    response.end(isScript ? script : page);
  });
  server.listen(0, '127.0.0.1', () => process.stdout.write(`http://127.0.0.1:${server.address().port}/\n`));
}

/** Starts one with the Node that runs here. */
export async function startBare() {
  const child = spawn(process.execPath, [import.meta.filename], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [said] = await once(child.stdout, 'data');
  return {
    process: child,
    open: (tab) => tab.goto(String(said).trim()),
    end: () => {
      const ended = once(child, 'exit');
      child.kill();
      return ended;
    },
  };
}

if (process.argv[1] === import.meta.filename) serve();
