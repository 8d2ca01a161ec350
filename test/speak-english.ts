import { beforeEach } from 'vitest';
import { speak } from '#shared/messages/speak.ts';
import { formatsNow } from '#shared/values/language.ts';

// Tests assert English. Files share a process: the test before may have spoken another language.
speak('en', 'en-GB');
beforeEach(() => {
  if (formatsNow().language !== 'en') speak('en', 'en-GB');
});
