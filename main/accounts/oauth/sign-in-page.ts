/* eslint-disable no-restricted-syntax -- a page of its own in the person's browser: no window of ours shows it */
/** The browser's page after a sign-in; it shows nothing from the request. */
export type PageWords = 'signedIn' | 'notSignedIn' | 'used' | 'strange';

const texts: Record<PageWords, { title: string; text: string }> = {
  signedIn: {
    title: 'You are signed in',
    text: 'Close this tab and go back to Layover: it shows who signed in, and keeps nothing before you say so.',
  },
  notSignedIn: {
    title: 'Signing in did not work',
    text: 'Close this tab and go back to Layover: it says why and what to do next. Your work there is safe.',
  },
  used: { title: 'This sign-in is over', text: 'It was completed or ended before. Close this tab and go back to Layover.' },
  strange: { title: 'Nothing to see here', text: 'This address only takes the end of a sign-in that Layover started.' },
};

/** A small page without scripts, links or pictures. */
export function signInPage(words: PageWords): string {
  const { title, text } = texts[words];
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { display: grid; place-content: center; min-height: 90vh; margin: 1.5rem; text-align: center }
h1 { font-size: 1.5rem; margin: 0 0 .5rem }
p { margin: 0; opacity: .8; max-width: 28rem }
</style>
<main><h1>${title}</h1><p>${text}</p></main>
</html>
`;
}
