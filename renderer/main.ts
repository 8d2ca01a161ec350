import './app.css';
// Imported here, though needed late: the name of its policy must be taken first.
import '#renderer/parts/files/pdf-worker.ts';
import { dialAhead, dialHost } from '#renderer/state/connection/connect.ts';
import { takeLaunch } from '#renderer/state/connection/line.ts';
import { showTheme } from './state/theme.ts';

takeLaunch();
showTheme('system', 'dense');
// The connection opens while the rest of the window loads. No `await` here: that file needs parts of this one and would wait for ever.
const dial = dialAhead(dialHost);
void import('./open-window.ts').then(({ openWindow }) => openWindow(dial));
