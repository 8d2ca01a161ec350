import './app.css';
// Here, though it is wanted late: nobody can take the name of its policy any more.
import '#renderer/parts/files/pdf-worker.ts';
import { dialAhead, dialHost } from '#renderer/state/connection/connect.ts';
import { takeLaunch } from '#renderer/state/connection/line.ts';
import { showTheme } from './state/theme.ts';

takeLaunch();
showTheme('system', 'dense');
// The line opens while the rest of the window is read. No `await` here: that file needs parts of this one, which would wait for it for ever.
const dial = dialAhead(dialHost);
void import('./open-window.ts').then(({ openWindow }) => openWindow(dial));
