import { dialog, type BrowserWindow, type MessageBoxOptions } from 'electron';

/** Shows a box of the app's own, over the window where there is one. Resolves to the place of the button that was pressed. */
export async function showBox(window: BrowserWindow | null, words: MessageBoxOptions): Promise<number> {
  const box = { title: 'Layover', noLink: true, ...words };
  const { response } = await (window ? dialog.showMessageBox(window, box) : dialog.showMessageBox(box));
  return response;
}
