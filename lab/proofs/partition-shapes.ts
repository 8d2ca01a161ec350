import { execFileSync } from 'node:child_process';

/** Ways a line fails, as rules of the kernel's own packet filter on what belongs to one desk's connections. */
export const shapes = {
  'nothing passes': 'counter drop',
  'requests vanish': 'ct direction original counter drop',
  'answers vanish': 'ct direction reply counter drop',
  'one packet of three is lost': 'numgen random mod 3 0 counter drop',
  'ten packets a second': 'limit rate over 10/second counter drop',
  'connections are reset': 'meta l4proto tcp counter reject with tcp reset',
  'no new connection': 'ct state new counter reject with tcp reset',
} as const;

export type Shape = keyof typeof shapes;

const firstPort = 20_000;

/** The network of this namespace: each desk reaches the sandbox at an address of its own, and each line fails on its own. */
export class Lines {
  /** Brings the loopback up and makes a line for each desk to the sandbox's port. Kernel waits shrink with the engine's (see the proof). */
  constructor(desks: number, servicePort: number) {
    execFileSync('ip', ['link', 'set', 'lo', 'up']);
    execFileSync('sysctl', ['-qw', 'net.ipv4.tcp_retries2=3', 'net.ipv4.tcp_orphan_retries=2', 'net.ipv4.tcp_syn_retries=2']);
    const each = Array.from({ length: desks }, (_, desk) => desk);
    nft([
      'table ip lines {',
      ...each.map((desk) => `chain desk${desk} { }`),
      'chain out { type nat hook output priority -100;',
      ...each.map((desk) => `tcp dport ${this.portOf(desk)} redirect to :${servicePort}`),
      '}',
      'chain in { type filter hook input priority 0;',
      ...each.map((desk) => `meta l4proto tcp ct original proto-dst ${this.portOf(desk)} jump desk${desk}`),
      '}',
      '}',
    ]);
  }

  portOf(desk: number): number {
    return firstPort + desk;
  }

  break(desk: number, shape: Shape): void {
    nft([`flush chain ip lines desk${desk}`, `add rule ip lines desk${desk} ${shapes[shape]}`]);
  }

  /** Lets everything pass again; answers how many packets were stopped meanwhile. */
  heal(desk: number): number {
    const rules = execFileSync('nft', ['list', 'chain', 'ip', 'lines', `desk${desk}`], { encoding: 'utf8' });
    nft([`flush chain ip lines desk${desk}`]);
    return Number(/counter packets (\d+)/.exec(rules)?.[1] ?? 0);
  }
}

function nft(lines: readonly string[]): void {
  execFileSync('nft', ['-f', '-'], { input: `${lines.join('\n')}\n`, encoding: 'utf8' });
}
