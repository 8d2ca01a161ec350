import { spokenIn } from '#shared/messages/speak.ts';
import { t } from '#shared/messages/t.ts';
import { languageOf, languagesAccepted } from '#shared/values/language.ts';

/** The browser host's text at its end; `unfinished` counts all edits without a verdict. */
export const endWords = (unfinished: number): string =>
  unfinished === 0 ? t('host.browser.sent') : t('host.browser.unfinished', { count: unfinished });

/** The page of a refusal, in the language that the browser asks for. */
export const refusalText = (why: string, accepted: string | undefined): string =>
  spokenIn(languageOf('', languagesAccepted(accepted)), () => `${t('host.browser.refused', { why })}\n${t('host.browser.again')}\n`);
