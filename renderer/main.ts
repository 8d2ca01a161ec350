import { mount } from 'svelte';
import './app.css';
import App from './App.svelte';
// Here, though it is wanted late: nobody can take the name of its policy any more.
import './parts/pdf-worker.ts';
import { dialHost } from './state/connect.ts';
import { takeLaunch } from './state/line.ts';
import { showTheme } from './state/theme.ts';

takeLaunch();
showTheme('system', 'dense');
const target = document.getElementById('app');
if (!target) throw new Error('index.html has no #app');
mount(App, { target, props: { dial: dialHost } });
