import { app } from 'electron';

/** Opens the app again after this process has ended. An AppImage is gone from its mount by then: its own file is started. */
export function relaunch(): void {
  const execPath = process.env['APPIMAGE'];
  app.relaunch(execPath === undefined ? {} : { execPath, args: process.argv.slice(1) });
}
