import type { RepeatClass } from '#shared/edit.ts';

/** What a second request can do, said before it is decided: what creates something may be there twice, other values go over what is there. */
export function secondWords(repeat: RepeatClass): string {
  const risk =
    repeat === 'creates'
      ? 'If the first one was recorded after all, the service will have it twice.'
      : 'If the first one was recorded after all, the same values go over whatever was changed since.';
  return `${risk} Send again only if you looked and it is not there.`;
}
