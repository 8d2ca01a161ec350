// The permissions of pages by the names that unit tests use, asked of a real page.

/** A page's request for each permission, by Chromium's name. */
export const permissions = {
  notifications: 'Notification.requestPermission()',
  'clipboard-sanitized-write': "navigator.clipboard.writeText('x')",
  'clipboard-read': 'navigator.clipboard.readText()',
  geolocation: 'new Promise((done) => navigator.geolocation.getCurrentPosition(done, done))',
  media: 'navigator.mediaDevices.getDisplayMedia({ video: true })',
  midiSysex: 'navigator.requestMIDIAccess({ sysex: true })',
  fullscreen: 'void document.documentElement.requestFullscreen()',
  pointerLock: 'document.body.requestPointerLock()',
  'persistent-storage': 'navigator.storage.persist()',
  'idle-detection': 'IdleDetector.requestPermission()',
  'screen-wake-lock': "navigator.wakeLock.request('screen')",
  keyboardLock: 'navigator.keyboard.lock()',
  'window-management': 'getScreenDetails()',
  openExternal: "void open('mailto:a@b.example')",
  sensors: 'new Accelerometer().start()',
};

/** The names of the permissions that a page asks for with each of these. */
export async function askedPermissions({ BrowserWindow, session }, page) {
  const own = session.fromPartition('contract-permissions');
  let asked = [];
  own.setPermissionRequestHandler((_contents, permission, answer) => {
    asked.push(permission);
    answer(false);
  });
  const window = new BrowserWindow({ webPreferences: { session: own } });
  await window.loadFile(page);
  const names = [];
  for (const code of Object.values(permissions)) {
    asked = [];
    const done = window.webContents.executeJavaScript(`${code}, 0`, true).catch(() => undefined);
    for (let turns = 0; asked.length === 0 && turns < 100; turns++) await new Promise((resolve) => setTimeout(resolve, 20));
    names.push(...new Set(asked));
    void done;
  }
  return names;
}
