import type { Store } from '#main/storage/store.ts';
import { readSetting, writeSetting } from '#main/storage/settings.ts';
import type { RefreshMarker } from '#main/accounts/session.ts';

const name = 'refreshUnderWay';

/** The refresh marker as a row of the account's database, durable before the request is sent. */
export function storedMarker(store: Store): RefreshMarker {
  return {
    set: () => writeSetting(store, name, true),
    clear: () => {
      if (readSetting(store, name) === true) writeSetting(store, name, false);
    },
    isSet: () => readSetting(store, name) === true,
  };
}
