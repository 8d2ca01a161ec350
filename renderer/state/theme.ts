import type { Settings } from '#shared/contract/views/views.ts';

const darkSystem = matchMedia('(prefers-color-scheme: dark)');
let theme: Settings['theme'] = 'system';

function paint(): void {
  const dark = theme === 'dark' || (theme === 'system' && darkSystem.matches);
  document.documentElement.dataset['theme'] = dark ? 'dark' : 'light';
}

darkSystem.addEventListener('change', paint);

/** Puts theme and density on the document; `system` follows the system as it changes. */
export function showTheme(chosen: Settings['theme'], density: Settings['density']): void {
  theme = chosen;
  document.documentElement.dataset['density'] = density;
  paint();
}
