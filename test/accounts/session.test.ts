import { describe, expect, it } from 'vitest';
import type { Identity } from '#shared/service/owner.ts';
import { openSecrets } from '#main/accounts/keychain/keychain.ts';
import { openSession, type RefreshMarker, type Session } from '#main/accounts/session.ts';
import { sessionSecrets } from '#main/accounts/keychain/session-secrets.ts';
import { createTokenStore } from '#main/accounts/keychain/token-store.ts';
import type { ExpiresInUnit } from '#main/accounts/oauth/tokens.ts';
import { FakeKeytar, jwt, TokenServer } from '#test/accounts/token-server.ts';
import { fakeWorld, type FakeWorld } from '#test/world.ts';

/** The state that survives a process: keychain, marker row, learned unit; and the service. */
class Laptop {
  readonly server = new TokenServer();
  readonly keytar = new FakeKeytar();
  marked = false;
  unit: ExpiresInUnit | null = null;
  signIns = 0;
  known: Identity = { companyId: null, userId: null };
  readonly marker: RefreshMarker = {
    set: () => void (this.marked = true),
    clear: () => void (this.marked = false),
    isSet: () => this.marked,
  };

  async start(world: FakeWorld = fakeWorld()): Promise<{ session: Session; world: FakeWorld }> {
    const session = await openSession({
      world,
      store: await this.store(world),
      marker: this.marker,
      requestTokens: this.server.request,
      unit: { learned: () => this.unit, learn: (unit) => void (this.unit = unit) },
      known: this.known,
    });
    return { session, world };
  }

  async store(world: FakeWorld = fakeWorld()) {
    return createTokenStore(sessionSecrets(await openSecrets({ world, load: () => ({ keytar: this.keytar, backend: 'fake' }) })), 'a1');
  }

  async connect(): Promise<void> {
    const { accessToken, refreshToken } = this.server.first();
    await (await this.store()).write({ accessToken, refreshToken, endsAt: null });
  }

  async signIn(session: Session): Promise<void> {
    this.signIns += 1;
    this.server.rotateElsewhere();
    const fresh = new TokenServer();
    Object.assign(this.server, {
      request: fresh.request,
      first: fresh.first.bind(fresh),
      accepts: fresh.accepts.bind(fresh),
      expire: fresh.expire.bind(fresh),
    });
    await this.connect();
    await session.tryAgain();
  }

  /** A refresh, so that the life of the token is known; it is not counted. */
  async refresh(session: Session): Promise<void> {
    expect(await session.onUnauthorized(await header(session))).toBe(true);
    this.server.requests.length = 0;
  }
}

async function signedIn(world?: FakeWorld) {
  const laptop = new Laptop();
  await laptop.connect();
  const { session, world: used } = await laptop.start(world);
  await laptop.refresh(session);
  return { laptop, session, world: used };
}
const header = async (session: Session) => {
  const answer = await session.authorization();
  if (answer.kind === 'later') return 'later';
  return answer.kind === 'header' ? answer.value : `signed out: ${answer.why}`;
};

/** One request of the engine: the header, and once more after a cured refusal. */
async function works(laptop: Laptop, session: Session): Promise<boolean> {
  const used = await header(session);
  if (laptop.server.accepts(used)) return true;
  if (!used.startsWith('Bearer ')) return false;
  return (await session.onUnauthorized(used)) === true && laptop.server.accepts(await header(session));
}

describe('P27: an interrupted refresh costs at most one sign-in', () => {
  it('at every single point, and loses nothing that it had', async () => {
    const rehearsal = await signedIn();
    rehearsal.world.passed.length = 0;
    rehearsal.laptop.server.expire();
    expect(await works(rehearsal.laptop, rehearsal.session)).toBe(true);
    const points = [...new Set(rehearsal.world.passed)];
    expect(points.length).toBeGreaterThanOrEqual(7);

    for (const point of points) {
      const { laptop, session, world } = await signedIn();
      laptop.server.expire();
      world.crashAt(point);
      await expect(works(laptop, session), point).rejects.toThrow('crash');
      expect(laptop.keytar.entries.has('tokens:a1'), point).toBe(true);

      const again = await laptop.start();
      const requests = laptop.server.requests.length;
      if (!(await works(laptop, again.session))) {
        expect(again.session.state(), point).toEqual({ kind: 'signedOut', why: 'expired' });
        expect(laptop.keytar.entries.has('tokens:a1'), point).toBe(true);
        await laptop.signIn(again.session);
        expect(await works(laptop, again.session), point).toBe(true);
      }
      expect(laptop.server.requests.length - requests, point).toBeLessThanOrEqual(1);
      expect(laptop.signIns, point).toBeLessThanOrEqual(1);
      const third = await laptop.start();
      expect(await works(laptop, third.session), point).toBe(true);
      laptop.server.expire();
      expect(await works(laptop, third.session), point).toBe(true);
      expect(laptop.marked, point).toBe(false);
    }
  });

  it('when the answer was lost, before or after the service had used the old token', async () => {
    for (const weather of ['lostBefore', 'lostAfter', 'unreachable', 'overloaded'] as const) {
      const { laptop, session } = await signedIn();
      laptop.server.expire();
      laptop.server.weather = [weather];
      const used = await header(session);
      expect(await session.onUnauthorized(used), weather).toBe('later');
      expect(laptop.marked, weather).toBe(weather !== 'unreachable');
      const ok = await works(laptop, session);
      expect(ok, weather).toBe(weather !== 'lostAfter');
      if (ok) continue;
      expect(session.state()).toEqual({ kind: 'signedOut', why: 'expired' });
      await laptop.signIn(session);
      expect(await works(laptop, session)).toBe(true);
    }
  });

  it('with twenty refused at once: one refresh, and all go on', async () => {
    const { laptop, session } = await signedIn();
    const used = await header(session);
    laptop.server.expire();
    const cured = await Promise.all(Array.from({ length: 20 }, () => session.onUnauthorized(used)));
    expect(cured.every((one) => one === true)).toBe(true);
    expect(laptop.server.requests).toHaveLength(1);
    expect(await session.onUnauthorized(used)).toBe(true);
    expect(laptop.server.requests).toHaveLength(1);
  });
});

describe('a refused refresh token', () => {
  it('is tried once, kept, and never tried again', async () => {
    const { laptop, session } = await signedIn();
    const states: string[] = [];
    session.subscribe((state) => states.push(state.kind));
    const kept = laptop.keytar.entries.get('tokens:a1');
    laptop.server.rotateElsewhere();
    for (let n = 0; n < 5; n += 1) expect(await works(laptop, session)).toBe(false);
    expect(laptop.server.requests).toHaveLength(1);
    expect(laptop.keytar.entries.get('tokens:a1')).toBe(kept);
    expect(states).toEqual(['signedOut']);
    expect(await header(session)).toBe('signed out: expired');
    await laptop.signIn(session);
    expect(states).toEqual(['signedOut', 'signedIn']);
  });

  it('does not end what the access token still has', async () => {
    const { laptop, session, world } = await signedIn();
    const used = await header(session);
    laptop.server.rotateElsewhere();
    await world.advance(575_000);
    expect(await header(session)).toBe(used);
    expect(session.state()).toEqual({ kind: 'signedIn' });
    await world.advance(30_000);
    expect(await session.onUnauthorized(used)).toBe(false);
    expect(laptop.server.requests).toHaveLength(1);
  });
});

describe('never during a payment', () => {
  it('waits until the last one is answered', async () => {
    const { laptop, session } = await signedIn();
    const [first, second] = [session.holdRefresh(), session.holdRefresh()];
    const used = await header(session);
    laptop.server.expire();
    const cured = session.onUnauthorized(used);
    first();
    first();
    await new Promise((resolve) => setImmediate(resolve));
    expect(laptop.server.requests).toHaveLength(0);
    second();
    expect(await cured).toBe(true);
    expect(laptop.server.requests).toHaveLength(1);
  });

  it('gives out the old token meanwhile', async () => {
    const { laptop, session, world } = await signedIn();
    const used = await header(session);
    const release = session.holdRefresh();
    await world.advance(590_000);
    expect(await header(session)).toBe(used);
    release();
    expect(await header(session)).not.toBe(used);
    expect(laptop.server.requests).toHaveLength(1);
  });
});

describe('planning', () => {
  it('refreshes before a batch that would outlive the token, and only then', async () => {
    const { laptop, session, world } = await signedIn();
    await world.advance(120_000);
    expect(await session.ensureFor(60_000)).toBe(true);
    expect(laptop.server.requests).toHaveLength(0);
    expect(await session.ensureFor(500_000)).toBe(true);
    expect(laptop.server.requests).toHaveLength(1);
    expect(await session.ensureFor(5_000_000)).toBe(false);
    expect(await session.ensureFor(5_000_000)).toBe(false);
    expect(laptop.server.requests).toHaveLength(1);
  });

  it('still tells after a restart when the token will end, and plans nothing with it', async () => {
    const { laptop, session, world } = await signedIn();
    expect(session.endsAt()).toBe(world.now() + 600_000);
    const again = await laptop.start();
    expect(again.session.endsAt()).toBe(world.now() + 600_000);
    expect(again.session.leftMs()).toBeNull();
  });

  it('does not look at the wall clock', async () => {
    const { laptop, session, world } = await signedIn();
    for (const turn of [-63_072_000_000, 126_144_000_000, -300_000, 300_000]) {
      world.turnWallClock(turn);
      expect(await works(laptop, session)).toBe(true);
    }
    expect(laptop.server.requests).toHaveLength(0);
  });

  it('waits for a refresh under way before sleep and quit', async () => {
    const { laptop, session } = await signedIn();
    const gate = Promise.withResolvers<void>();
    laptop.server.during = () => gate.promise;
    const used = await header(session);
    laptop.server.expire();
    const cured = session.onUnauthorized(used);
    let settled = false;
    const settling = session.settled().then(() => (settled = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(settled).toBe(false);
    gate.resolve();
    expect(await cured).toBe(true);
    await settling;
    expect(laptop.keytar.entries.get('tokens:a1')).toContain('refresh-2');
  });
});

describe('the keychain', () => {
  it('continues in memory when it refuses new tokens, and is signed out when it returns none', async () => {
    const { laptop, session } = await signedIn();
    laptop.keytar.refuses = true;
    laptop.server.expire();
    expect(await works(laptop, session)).toBe(true);
    const locked = await laptop.start();
    expect(locked.session.state()).toEqual({ kind: 'signedOut', why: 'keychainLocked' });
    laptop.keytar.refuses = false;
    expect(await locked.session.tryAgain()).toEqual({ kind: 'signedIn' });
  });

  it('reports locked in time when a daemon waits for the user', async () => {
    const laptop = new Laptop();
    laptop.keytar.hangs = true;
    const world = fakeWorld();
    const starting = laptop.start(world);
    await world.advance(20_000);
    expect((await starting).session.state()).toEqual({ kind: 'signedOut', why: 'keychainLocked' });
  });

  it('skips an access token that is too long for an entry, and refreshes at the next start', async () => {
    const { laptop, session } = await signedIn();
    laptop.server.claims = { ...laptop.server.claims, roles: 'x'.repeat(3_000) };
    await laptop.refresh(session);
    expect(laptop.keytar.entries.get('tokens:a1')).toBe('{"refreshToken":"refresh-2"}');
    const again = await laptop.start();
    expect(await works(laptop, again.session)).toBe(true);
    expect(laptop.server.requests).toHaveLength(1);
  });
});

describe('a refresh that brings somebody else', () => {
  async function refreshedAs(claims: Record<string, unknown>) {
    const laptop = new Laptop();
    laptop.known = { companyId: null, userId: 'auth0|anna' };
    await (await laptop.store()).write({ accessToken: jwt({ sub: 'auth0|anna' }), refreshToken: 'refresh-0', endsAt: null });
    const { session } = await laptop.start();
    laptop.server.claims = claims;
    const kept = laptop.keytar.entries.get('tokens:a1');
    const cured = await session.onUnauthorized(await header(session));
    return { laptop, session, cured, kept };
  }

  it.each([
    ['another subject', { sub: 'auth0|bob' }, 'auth0|bob'],
    ['another subject with a name', { sub: 'auth0|bob', name: 'Bob Ek' }, 'Bob Ek'],
    ['nobody named where somebody was', {}, null],
  ])('%s: nobody is signed in, the strange tokens are not kept, and both are named', async (_name, claims, heard) => {
    const { laptop, session, cured, kept } = await refreshedAs(claims);
    expect(cured).toBe(false);
    expect(session.state()).toEqual({ kind: 'signedOut', why: 'otherUser', heard });
    expect(await session.authorization()).toEqual({ kind: 'signedOut', why: 'otherUser' });
    expect(laptop.keytar.entries.get('tokens:a1')).toBe(kept);
    expect(laptop.marked).toBe(false);
  });

  it('the same subject again is signed in', async () => {
    const { session, cured } = await refreshedAs({ sub: 'auth0|anna' });
    expect(cured).toBe(true);
    expect(session.state()).toEqual({ kind: 'signedIn' });
  });

  it('tokens of somebody else that lie in the keychain are not used', async () => {
    const laptop = new Laptop();
    laptop.server.claims = { sub: 'auth0|bob' };
    laptop.keytar.entries.set('canary', 'here');
    laptop.keytar.entries.set('tokens:a1', JSON.stringify({ accessToken: jwt({ sub: 'auth0|bob' }), refreshToken: 'r' }));
    laptop.known = { companyId: null, userId: 'auth0|anna' };
    const { session } = await laptop.start();
    expect(await header(session)).toBe('signed out: otherUser');
  });
});
