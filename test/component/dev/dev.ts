import { mount } from 'svelte';
import '#renderer/app.css';
import App from '#renderer/App.svelte';
import { scenario } from '#test/component/scenarios.ts';

// `?scenario=offline&theme=dark` chooses what the desk holds; the address's hash is the window's own.
const query = new URLSearchParams(location.search);
const desk = scenario(query.get('scenario') ?? 'working', { theme: query.get('theme') === 'dark' ? 'dark' : 'light' });
const target = document.getElementById('app');
if (target) mount(App, { target, props: { dial: desk.dial } });
