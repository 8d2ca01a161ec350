/**
 * The arguments with the sandbox's flags joined to their name: they begin with dashes themselves, so that beside it they would be taken for
 * flags of ours.
 */
export function joinSandboxFlags(args) {
  const at = args.indexOf('--sandbox');
  const given = at === -1 ? undefined : args[at + 1];
  return given === undefined ? [...args] : [...args.slice(0, at), `--sandbox=${given}`, ...args.slice(at + 2)];
}
