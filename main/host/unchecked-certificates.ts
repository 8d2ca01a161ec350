/** The environment switches the checking of certificates off: Layover does not start like that. */
export class UncheckedCertificates extends Error {
  override readonly name = 'UncheckedCertificates';

  constructor() {
    super('NODE_TLS_REJECT_UNAUTHORIZED=0 is set');
  }
}

/** Throws UncheckedCertificates where the environment asks for it. Our own connections say that they check; this is for everything else. */
export function refuseUncheckedCertificates(env: NodeJS.ProcessEnv): void {
  if (env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0') throw new UncheckedCertificates();
}
