import { app } from 'electron';
import type { OpenedFile } from '#main/app/opened-file.ts';
import type { RecordRef } from '#shared/records/record-kind.ts';
import { deepLinkIn, parseConnectionLink } from './deep-link.ts';
import { fileIn } from './opened-file.ts';

/** A request to show something: a record by its link, a connection by its link, a file, or just the window. */
export type Invitation =
  { kind: 'record'; ref: RecordRef } | { kind: 'connection'; file: OpenedFile } | { kind: 'file'; file: string } | { kind: 'window' };

type InvitationListener = (invitation: Invitation) => void;

/** The request in a launch's arguments: a link first, then a file in `folder` or by its absolute path. */
function invitationIn(argv: readonly string[], folder: string): Invitation {
  const ref = deepLinkIn(argv);
  if (ref) return { kind: 'record', ref };
  const connection = argv.map(parseConnectionLink).find((found) => found !== null);
  if (connection) return { kind: 'connection', file: connection };
  const file = fileIn(argv, folder);
  return file === null ? { kind: 'window' } : { kind: 'file', file };
}

/** Collects the invitations of this and later launches until a listener comes. */
export function listenForInvitations(argv: string[]): { deliver: (listener: InvitationListener) => void } {
  const first = invitationIn(argv, process.cwd());
  const early: Invitation[] = first.kind === 'window' ? [] : [first];
  let listener: InvitationListener = (invitation) => early.push(invitation);
  const heard = (invitation: Invitation): void => listener(invitation);
  app.on('second-instance', (_event, laterArgv, folder) => heard(invitationIn(laterArgv.slice(1), folder)));
  app.on('open-url', (event, url) => {
    event.preventDefault();
    heard(invitationIn([url], ''));
  });
  app.on('open-file', (event, file) => {
    event.preventDefault();
    heard({ kind: 'file', file });
  });
  return {
    deliver: (given) => {
      listener = given;
      for (const invitation of early.splice(0)) given(invitation);
    },
  };
}
