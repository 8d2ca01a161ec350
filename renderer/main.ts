// First: schemas look at it when they are made.
import '#shared/no-eval.ts';
import { mount } from 'svelte';
import './app.css';
import App from './App.svelte';
import { dialHost } from './state/connect.ts';
import { takeLaunch } from './state/line.ts';
import { showTheme } from './state/theme.ts';

takeLaunch();
showTheme('system', 'dense');
const target = document.getElementById('app');
if (!target) throw new Error('index.html has no #app');
mount(App, { target, props: { dial: dialHost } });
