import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { Policy } from '#main/app/host.ts';

const policyFile = z.strictObject({
  base_url: z.url({ protocol: /^https$/ }).optional(),
  trusted_hosts: z.array(z.string().min(1).max(300)).max(100).optional(),
  approval_rules: z.record(z.string(), z.enum(['automatic', 'review'])).optional(),
  updates: z.boolean().optional(),
  redirect_port: z.number().int().min(1).max(65_535).optional(),
});

/** Where IT puts the machine-wide policy; only an administrator can write there. */
export function policyPath(platform: NodeJS.Platform = process.platform, env: NodeJS.ProcessEnv = process.env): string {
  if (platform === 'win32') return path.win32.join(env['ProgramData'] ?? 'C:\\ProgramData', 'Layover', 'policy.json');
  if (platform === 'darwin') return '/Library/Application Support/Layover/policy.json';
  return '/etc/layover/policy.json';
}

/** A policy that cannot be used: the app does not start without the rules that IT meant. */
export class PolicyUnusable extends Error {
  override readonly name = 'PolicyUnusable';
}

/** The policy of this machine, empty when there is none. Throws PolicyUnusable for a file that is there but wrong. */
export function readPolicy(file: string = policyPath()): Policy {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new PolicyUnusable(`The policy file ${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'}).`);
  }
  const parsed = policyFile.safeParse(parse(text));
  if (!parsed.success) {
    const first = parsed.error.issues[0];
    throw new PolicyUnusable(`The policy file ${file} is wrong at ${first?.path.join('.') || 'its top'}: ${first?.message ?? 'not JSON'}.`);
  }
  const { base_url, trusted_hosts, approval_rules, updates, redirect_port } = parsed.data;
  return {
    ...(base_url === undefined ? {} : { baseUrl: base_url }),
    ...(trusted_hosts === undefined ? {} : { trustedHosts: trusted_hosts }),
    ...(approval_rules === undefined ? {} : { reviewRules: approval_rules }),
    ...(updates === undefined ? {} : { updates }),
    ...(redirect_port === undefined ? {} : { redirectPort: redirect_port }),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
