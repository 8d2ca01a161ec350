import './app.css';
// Imported here, though needed late: the name of its policy must be taken first.
import '#renderer/parts/files/pdf-worker.ts';
import { dialAhead, dialHost } from '#renderer/state/connection/connect.ts';
import { takeLaunch } from '#renderer/state/connection/line.ts';
import { late } from '#shared/messages/made/late.ts';
import { languageOf } from '#shared/values/language.ts';
import { showTheme } from './state/theme.ts';

takeLaunch();
showTheme('system', 'dense');
// The connection opens while the rest of the window loads. No `await` here: that file needs parts of this one and would wait for ever.
const dial = dialAhead(dialHost);
void late[languageOf('', navigator.languages)]?.[0]().catch(() => undefined);
void import('./open-window.ts').then(({ openWindow }) => openWindow(dial));
