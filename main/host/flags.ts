import path from 'node:path';
import { parseArgs } from 'node:util';
import { defaultDataFolder } from './data-folder.ts';

/** The command-line flags of a host. */
export interface HostFlags {
  dataFolder: string;
  /** Browser host: 0 takes a free port. */
  port: number;
  open: boolean;
  withService: boolean;
  /** More flags for the embedded sandbox, in its own words. */
  sandboxFlags: string[];
  /** Browser host: ends this long after the last window closed while nothing is being sent; 0 never. */
  idleMs: number;
}

const options = {
  data: { type: 'string' },
  port: { type: 'string' },
  'no-open': { type: 'boolean' },
  'without-service': { type: 'boolean' },
  sandbox: { type: 'string' },
  'idle-minutes': { type: 'string' },
} as const;

export const hostHelp = `Layover

  --data <folder>       where Layover keeps its data (default: the system's place for application data)
  --without-service     do not start the embedded sandbox service
  --sandbox "<flags>"   more flags for the embedded sandbox
  --port <number>       browser host: the port on 127.0.0.1 (default: a free one)
  --no-open             browser host: print the address, open nothing
  --idle-minutes <n>    browser host: ends this long after its last window closed; 0 never (default: 60)
  --help                this text
`;

/** True when only the help is wanted: nothing is started or written. */
export function wantsHelp(argv: readonly string[]): boolean {
  return argv.includes('--help') || argv.includes('-h');
}

const HOUR_MINUTES = '60';

/** Reads the flags and leaves alone what it does not know (Electron and Chromium add their own). Throws for a value out of range. */
export function readFlags(argv: string[]): HostFlags {
  const { values } = parseArgs({ args: argv, options, strict: false, allowPositionals: true });
  const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
  return {
    dataFolder: path.resolve(text(values.data) ?? defaultDataFolder()),
    port: within('port', text(values.port) ?? '0', 65_535),
    open: values['no-open'] !== true,
    withService: values['without-service'] !== true,
    sandboxFlags: text(values.sandbox)?.split(/\s+/).filter(Boolean) ?? [],
    idleMs: within('idle-minutes', text(values['idle-minutes']) ?? HOUR_MINUTES, 10_080) * 60_000,
  };
}

function within(name: string, text: string, most: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0 || value > most)
    throw new RangeError(`--${name} is a whole number from 0 to ${most}, not ${text}`);
  return value;
}
