const known: Record<string, string> = {
  recorded: 'Recorded here',
  merged: 'Joined with an earlier edit',
  changed: 'Changed here',
  approved: 'Approved',
  claimed: 'Sent',
  sent: 'Sent',
  settled: 'Answered by the service',
  applied: 'Confirmed by the service',
  rejected: 'Refused by the service',
  undone: 'Undone',
  redone: 'Recorded again',
  discarded: 'Discarded',
  held: 'Held',
  released: 'Released',
  confirmed: 'Confirmed by you',
  imported: 'Imported',
  read: 'Read from the service',
};

/** A line of the audit trail as words; a word that is not known here is shown as it came, spaced. */
export function activitySays(what: string): string {
  const spaced = what.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return known[what] ?? spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
