import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openDeskRoom, type DeskChild, type DeskRoom } from './desk-runner.ts';
import type { RunProof } from './proof.ts';
import { TinyProxy } from './tinyproxy.ts';

const right = { user: 'anna', password: 'right' };

/**
 * P2, P3: the engine works its queue through a real proxy that asks for a password and is killed in the middle of it, again and again. The
 * process is traced: while a proxy is set it connects to that proxy and to nothing else.
 */
export const run: RunProof = async ({ seed, size, report }) => {
  const room = await openDeskRoom('network');
  const proxy = await TinyProxy.start(room.folder, Number(new URL(room.service.baseUrl).port), right.user, right.password);
  const violations: string[] = [];
  const traces: Connects[] = [];
  const throughProxy = (password: string, trace: string) => ({
    env: { PROOF_PROXY: proxy.address, PROOF_PROXY_PASSWORD: password },
    trace: traceFile(room, trace),
  });
  let killed = 0;
  try {
    for (const [name, password] of [
      ['no password', ''],
      ['a wrong password', 'anna:wrong'],
    ] as const) {
      const before = requests(room);
      const child = room.start(seed, 4, throughProxy(password, name));
      if ((await child.said('OPEN')) === null) violations.push(`${name}: the desk did not open`);
      const connected = () => connectsIn(traceFile(room, name));
      await until(
        () => child.lines.filter((line) => line.startsWith('ACK')).length === 4 && connected().proxy + connected().direct.length > 0,
      );
      await end(child);
      if (requests(room) !== before) violations.push(`${name}: something reached the service`);
      traces.push(connectsIn(traceFile(room, name)));
      report(`${name}: nothing left`);
    }
    const working = room.start(seed + 1, size, throughProxy('anna:right', 'right'));
    while (!working.lines.includes('QUIET') && working.process.exitCode === null) {
      const seen = requests(room);
      await until(() => requests(room) > seen + 5 || working.lines.includes('QUIET'));
      if (working.lines.includes('QUIET') || killed >= 5) break;
      await proxy.kill();
      killed += 1;
      await delay(300);
      await proxy.begin();
    }
    if ((await working.said('QUIET', 300_000)) === null) violations.push('through the proxy the desk did not come to rest');
    await end(working);
    traces.push(connectsIn(traceFile(room, 'right')));
    violations.push(...room.judge());
    for (const { direct } of traces) violations.push(...direct.slice(0, 3).map((line) => `a direct connection: ${line}`));
    const applied = room.service.store.journal().filter((entry) => entry.applied).length;
    if (killed === 0) violations.push('the proxy was never killed at work');
    const sum = (pick: (trace: Connects) => number) => traces.reduce((total, trace) => total + pick(trace), 0);
    if (sum((trace) => trace.proxy) === 0) violations.push('nothing went through the proxy');
    return {
      ran: size,
      violations: violations.slice(0, 10),
      violationCount: violations.length,
      facts: {
        'edits acknowledged': room.acknowledged.size,
        'requests carried out': applied,
        'the proxy was killed at work': killed,
        'connections to the proxy (strace)': sum((trace) => trace.proxy),
        'direct connections (strace)': sum((trace) => trace.direct.length),
      },
    };
  } finally {
    await proxy.kill();
    await room.close();
  }

  interface Connects {
    proxy: number;
    direct: string[];
  }

  /** Connections of a traced process: to the proxy, or elsewhere outside this machine. */
  function connectsIn(file: string): Connects {
    const lines = read(file).filter((line) => /connect\(\d+, \{sa_family=AF_INET6?,/.test(line));
    const toProxy = lines.filter((line) => line.includes(`htons(${proxy.port})`));
    return { proxy: toProxy.length, direct: lines.filter((line) => !line.includes(`htons(${proxy.port})`)) };
  }
};

const traceFile = (room: DeskRoom, name: string): string => path.join(room.folder, `${name.replaceAll(' ', '-')}.strace`);
const requests = (room: DeskRoom): number => room.service.store.journal().length;

function read(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch {
    return [];
  }
}

async function end(child: DeskChild): Promise<void> {
  child.kill();
  await child.ended;
}

async function until(isSo: () => boolean): Promise<void> {
  for (let tries = 0; !isSo() && tries < 2_400; tries++) await delay(50);
}
