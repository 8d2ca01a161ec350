import { createPublicKey } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { hostOf } from '#main/accounts/trust.ts';
import type { Policy } from '#main/app/host.ts';
import { editKinds } from '#shared/edits/edit-kinds.ts';

const kindNames = editKinds.map(({ kind }) => kind);
const unknownKind = `there is no such kind of edit; the kinds are ${kindNames.join(', ')}`;

const policyFile = z.strictObject({
  base_url: z.url({ protocol: /^https$/ }).optional(),
  trusted_hosts: z
    .array(
      z
        .string()
        .max(300)
        .refine((host) => hostOf(host) !== null, 'this is not the name of a host, with a port or without'),
    )
    .max(100)
    .optional(),
  approval_rules: z
    .record(z.string(), z.enum(['automatic', 'review']))
    .superRefine((rules, problems) => {
      for (const name of Object.keys(rules))
        if (!kindNames.includes(name)) problems.addIssue({ code: 'custom', path: [name], message: unknownKind });
    })
    .optional(),
  updates: z.boolean().optional(),
  names_file: z
    .string()
    .max(1_000)
    .refine((file) => path.isAbsolute(file), 'this is not the whole path of a file')
    .optional(),
  redirect_port: z.number().int().min(1).max(65_535).optional(),
  recovery_key: z
    .string()
    .max(10_000)
    .refine(isRecoveryKey, 'this is not the PEM text of an RSA public key of 2048 bits or more')
    .optional(),
});

/** Where IT puts the machine-wide policy; only an administrator can write there. */
export function policyPath(platform: NodeJS.Platform = process.platform, env: NodeJS.ProcessEnv = process.env): string {
  // Not ProgramData: any user may make a folder there first. Not the app's own folder: an update replaces that.
  if (platform === 'win32') return path.win32.join(env['ProgramFiles'] ?? 'C:\\Program Files', 'Layover Policy', 'policy.json');
  if (platform === 'darwin') return '/Library/Application Support/Layover/policy.json';
  return '/etc/layover/policy.json';
}

/** A policy that cannot be used: the app does not start without the rules that IT meant. */
export class PolicyUnusable extends Error {
  override readonly name = 'PolicyUnusable';
}

/** Whose the policy file must be on Unix: nobody else's rules count. */
const administrator = 0;

/**
 * The policy of this machine, empty when there is none. Throws PolicyUnusable for a file that is there but wrong, or that others than an
 * administrator may change.
 */
export function readPolicy(file: string = policyPath(), owner: number = administrator): Policy {
  let text: string;
  try {
    if (process.platform !== 'win32') checkOwner(file, owner);
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof PolicyUnusable) throw error;
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new PolicyUnusable(`The policy file ${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'}).`);
  }
  const parsed = policyFile.safeParse(parse(text));
  if (!parsed.success) {
    const first = parsed.error.issues[0];
    throw new PolicyUnusable(`The policy file ${file} is wrong at ${first?.path.join('.') || 'its top'}: ${first?.message ?? 'not JSON'}.`);
  }
  if (parsed.data.names_file !== undefined) checkNamesFile(parsed.data.names_file, owner);
  const { base_url, trusted_hosts, approval_rules, updates, redirect_port, names_file, recovery_key } = parsed.data;
  return {
    ...(base_url === undefined ? {} : { baseUrl: base_url }),
    ...(trusted_hosts === undefined ? {} : { trustedHosts: trusted_hosts }),
    ...(approval_rules === undefined ? {} : { reviewRules: approval_rules }),
    ...(names_file === undefined ? {} : { namesFile: names_file }),
    ...(updates === undefined ? {} : { updates }),
    ...(redirect_port === undefined ? {} : { redirectPort: redirect_port }),
    ...(recovery_key === undefined ? {} : { recoveryKey: recovery_key }),
  };
}

function isRecoveryKey(pem: string): boolean {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPublicKey(pem);
    return asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= 2048;
  } catch {
    return false;
  }
}

/** Who writes the names decides what a payment seems to go to. A file that is not there names nothing. */
function checkNamesFile(file: string, owner: number): void {
  if (process.platform !== 'win32' && existsSync(file)) checkOwner(file, owner);
}

function checkOwner(file: string, owner: number): void {
  for (const place of [file, path.dirname(file)]) {
    const { uid, mode } = statSync(place);
    if ((uid !== owner && uid !== administrator) || (mode & 0o022) !== 0)
      throw new PolicyUnusable(`The file ${file} of the policy is not safe: ${place} can be changed by others than an administrator.`);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
