import { fileURLToPath } from 'node:url';

/** The program of the network's thread, as its source. */
export const networkProgram = fileURLToPath(new URL('../main/host/network/network-program.ts', import.meta.url));
