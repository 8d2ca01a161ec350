import { t } from '#shared/messages/t.ts';
import { formatsNow } from '#shared/values/language.ts';

/** The browser's page after a sign-in; it shows nothing from the request. */
export type PageWords = 'signedIn' | 'notSignedIn' | 'used' | 'strange';

/** A small page without scripts, links or pictures. */
export function signInPage(words: PageWords): string {
  const title = t(`host.signIn.${words}`);
  return `<!doctype html>
<html lang="${formatsNow().language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { display: grid; place-content: center; min-height: 90vh; margin: 1.5rem; text-align: center }
h1 { font-size: 1.5rem; margin: 0 0 .5rem }
p { margin: 0; opacity: .8; max-width: 28rem }
</style>
<main><h1>${title}</h1><p>${t(`host.signIn.${words}.text`)}</p></main>
</html>
`;
}
