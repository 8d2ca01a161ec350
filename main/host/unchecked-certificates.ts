/** The environment switches the checking of certificates off: Layover does not start like that. */
export class UncheckedCertificates extends Error {
  override readonly name = 'UncheckedCertificates';

  constructor() {
    super(
      'NODE_TLS_REJECT_UNAUTHORIZED=0 is set: programs started so talk to servers that cannot prove who they are. Layover does not. ' +
        'Next: remove that variable; a certificate of your company is added where the account is connected.',
    );
  }
}

/** Throws UncheckedCertificates where the environment asks for it. Our own connections say that they check; this is for everything else. */
export function refuseUncheckedCertificates(env: NodeJS.ProcessEnv): void {
  if (env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0') throw new UncheckedCertificates();
}
