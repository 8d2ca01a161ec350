import type { EventEmitter } from 'node:events';

/** The port to the app in one of Electron's utility processes; absent elsewhere. */
const { parentPort } = process as { parentPort?: EventEmitter };

/** True where the app started this process: as a Node child with a channel, or as a utility process. */
export const isHosted = process.send !== undefined || parentPort !== undefined;

let stop = (): void => process.exit(0);

/** Closes in order from now on; before that, the end of a start that is under way loses nothing. */
export function endsWith(act: () => void): void {
  stop = act;
}

// A terminal or a session that ends signals every process of the app. The app finishes first and asks for this end itself: a Node child,
// which has a group of its own, by SIGTERM; a utility process, which has not, by a message.
const ended = (): void => stop();
process.on('disconnect', ended);
parentPort?.on('message', ended);
const ignored = (): void => undefined;
process.on('SIGINT', isHosted ? ignored : ended);
process.on('SIGTERM', parentPort ? ignored : ended);
if (isHosted) process.on('SIGHUP', parentPort ? ignored : ended);
