// A configuration profile of macOS: managed preferences of the app, with every key's example to start from.
import { createHash } from 'node:crypto';
import { escaped } from './group-policy.mjs';

const domain = 'example.layover.desktop';

/** The same profile has the same identity at every making, as management asks for. */
function uuidOf(text) {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`.toUpperCase();
}

function valueOf(value, indent) {
  const inner = `${indent}  `;
  if (typeof value === 'boolean') return `${indent}<${value} />`;
  if (typeof value === 'number') return `${indent}<integer>${value}</integer>`;
  if (typeof value === 'string') return `${indent}<string>${escaped(value)}</string>`;
  if (Array.isArray(value)) return `${indent}<array>\n${value.map((one) => valueOf(one, inner)).join('\n')}\n${indent}</array>`;
  const entries = Object.entries(value).map(([name, one]) => `${inner}<key>${escaped(name)}</key>\n${valueOf(one, inner)}`);
  return `${indent}<dict>\n${entries.join('\n')}\n${indent}</dict>`;
}

/** @param {readonly { name: string, example: unknown }[]} keys */
export function mobileconfig(keys) {
  const settings = Object.fromEntries(keys.map(({ name, example }) => [name, example]));
  const preferences = {
    PayloadType: 'com.apple.ManagedClient.preferences',
    PayloadVersion: 1,
    PayloadIdentifier: `${domain}.policy.preferences`,
    PayloadUUID: uuidOf('preferences'),
    PayloadDisplayName: 'Layover',
    PayloadEnabled: true,
    PayloadContent: { [domain]: { Forced: [{ mcx_preference_settings: settings }] } },
  };
  const profile = {
    PayloadType: 'Configuration',
    PayloadVersion: 1,
    PayloadIdentifier: `${domain}.policy`,
    PayloadUUID: uuidOf('profile'),
    PayloadDisplayName: 'Layover',
    PayloadDescription: 'Settings of Layover that a company fixes. Take out what you do not set.',
    PayloadScope: 'System',
    PayloadRemovalDisallowed: true,
    PayloadContent: [preferences],
  };
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
${valueOf(profile, '')}
</plist>
`;
}
