/** The desktop entry of a program on Linux: its file, whatever its name holds, then lines of its own. */
export function desktopEntry(program: string, args: string, lines: string[]): string {
  const quoted = `"${program.replace(/["`$\\]/g, '\\$&').replaceAll('%', '%%')}"`;
  return ['[Desktop Entry]', 'Type=Application', 'Name=Layover', `Exec=${quoted}${args}`, ...lines, ''].join('\n');
}
