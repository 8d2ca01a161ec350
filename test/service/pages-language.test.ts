import { afterEach, expect, test } from 'vitest';
import { consentPage, problemPage, signInPage } from '#service/oauth/pages.ts';
import { MemoryStore } from '#service/domain/memory-store.ts';
import { seedStore } from '#service/seed/seed.ts';
import { speak } from '#shared/messages/speak.ts';
import { speakPseudo, Told } from '#test/pseudo-language.ts';

afterEach(() => speak('en', 'en-GB'));

test('the sandbox’s pages hold no text outside the catalogue but its name and what its records say', () => {
  speakPseudo();
  const store = seedStore(new MemoryStore());
  const [people, companies] = [[...store.list('user')], [...store.list('company')]];
  const told = new Told();
  for (const known of [...people, ...companies, 'Back-Office Finance Service · sandbox', 'App']) told.note(known);
  const frame = { base: '', nonce: 'n' };
  const client = { name: 'App' } as Parameters<typeof signInPage>[1];
  const signIn = { id: 's' } as Parameters<typeof signInPage>[2];
  const pages = [
    signInPage(frame, client, signIn, people, true),
    consentPage(frame, client, signIn, people[0]!, companies),
    ...(['client', 'redirect', 'expired'] as const).map((problem) => problemPage(frame, problem)),
  ];
  const texts = pages.map((page) =>
    page
      .replace(/<style[^]*?<\/style>/g, '')
      .replace(/<[^>]*?(?:aria-label="([^"]*)")?[^>]*>/g, ' $1 ')
      .replaceAll('&amp;', '&'),
  );
  expect(texts.filter((text) => text.includes('⟦'))).toHaveLength(pages.length);
  expect(texts.map((text) => told.wordsOutside(text))).toEqual(pages.map(() => ''));
});
