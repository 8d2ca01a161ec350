import { spawn, type ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Debian's tinyproxy on a loopback port, which asks for a name and a password; it can be killed and started again on the same port. */
export class TinyProxy {
  readonly port: number;
  readonly #config: string;
  #running: ChildProcess | null = null;

  private constructor(port: number, config: string) {
    this.port = port;
    this.#config = config;
  }

  static async start(folder: string, servicePort: number, user: string, password: string): Promise<TinyProxy> {
    const port = await freePort();
    const config = path.join(folder, 'tinyproxy.conf');
    const lines = [`Port ${port}`, 'Listen 127.0.0.1', 'Allow 127.0.0.1', 'Timeout 60', 'MaxClients 100', 'LogLevel Connect'];
    lines.push(`LogFile "${path.join(folder, 'tinyproxy.log')}"`, `ConnectPort ${servicePort}`, `BasicAuth ${user} ${password}`);
    writeFileSync(config, `${lines.join('\n')}\n`);
    const proxy = new TinyProxy(port, config);
    await proxy.begin();
    return proxy;
  }

  get address(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Starts it and waits until it takes connections. */
  async begin(): Promise<void> {
    this.#running = spawn('tinyproxy', ['-d', '-c', this.#config], { stdio: 'ignore' });
    for (let tries = 0; !(await answers(this.port)); tries++) {
      if (tries > 200) throw new Error('tinyproxy does not answer (Debian package tinyproxy)');
      await delay(25);
    }
  }

  /** Ends it as a crash does: connections through it break where they are. */
  async kill(): Promise<void> {
    const running = this.#running;
    this.#running = null;
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    const gone = new Promise((resolve) => running.once('exit', resolve));
    running.kill('SIGKILL');
    await gone;
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    }).on('error', () => resolve(false));
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
