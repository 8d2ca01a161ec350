// Opens one hidden window and ends with 0: where this fails, no Electron app can run here.
import { app, BrowserWindow } from 'electron';

setTimeout(() => app.exit(3), 30_000);
void app.whenReady().then(async () => {
  const window = new BrowserWindow({ show: false, webPreferences: { sandbox: true } });
  await window.loadURL('data:text/html,<p>open');
  app.exit(0);
});
