import { mount } from 'svelte';
import '#renderer/app.css';
import App from '#renderer/App.svelte';
import { readAllMessages, speakIn } from '#renderer/state/language.svelte.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import { scenario } from '#test/component/scenarios.ts';
import { pageStates } from '#test/component/states.ts';
import { languageOf } from '#shared/values/language.ts';

// `?scenario=offline&theme=dark` or `?state=stretched` chooses what the desk holds; the address's hash is the window's own, `*vendor` in it
// stands for a vendor that is there.
const query = new URLSearchParams(location.search);
await speakIn(languageOf('', navigator.languages), navigator.language);
await readAllMessages();
const theme = query.get('theme') === 'dark' ? 'dark' : 'light';
const app = pageStates[query.get('state') ?? '']?.() ?? scenario(query.get('scenario') ?? 'working');
app.settings.theme = theme;
const found = (kind: string) => app.records.find((each) => each.kind === (kind as RecordKind))?.id ?? '';
location.hash = location.hash.replace(/\*(\w+)/, (_, kind: string) => found(kind));
const target = document.getElementById('app');
if (target) mount(App, { target, props: { dial: app.dial } });
