// Quits as a user does who knows the menu's key: pressed from outside, because nothing inside a page can choose a line of a native menu.
import { spawnSync } from 'node:child_process';

/** The program that presses it on this system, and its arguments. */
export function quitKey(platform, pid) {
  if (platform === 'darwin') return { file: 'osascript', args: ['-e', 'quit app id "example.layover.desktop"'] };
  if (platform === 'win32') {
    const keys = `$s = New-Object -ComObject WScript.Shell; if (-not $s.AppActivate(${pid})) { exit 1 }; $s.SendKeys('^q')`;
    return { file: 'powershell.exe', args: ['-NoProfile', '-NonInteractive', '-Command', keys] };
  }
  return { file: 'xdotool', args: ['search', '--onlyvisible', '--class', 'layover', 'windowfocus', 'key', '--clearmodifiers', 'ctrl+q'] };
}

/** Presses it. Throws where the program is missing or found no window. */
export function pressQuit(pid, platform = process.platform) {
  const { file, args } = quitKey(platform, pid);
  const { status, error, stderr } = spawnSync(file, args, { encoding: 'utf8', timeout: 20_000, windowsHide: true });
  if (error?.code === 'ENOENT') throw new Error(`${file} is not installed: it presses the menu's key. Next: install ${file}.`);
  if (status !== 0) throw new Error(`${file} could not press the key: ${stderr || status}`);
}
