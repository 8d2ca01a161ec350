import { t } from '#shared/messages/t.ts';
import { systemPreferences } from 'electron';
import type { SystemQuestion } from '#main/app/host.ts';

/** Touch ID, the one question that Electron can have the system ask; its functions are there on a Mac only. */
export const touchId: SystemQuestion = {
  possible: () => {
    try {
      return typeof systemPreferences.canPromptTouchID === 'function' && systemPreferences.canPromptTouchID();
    } catch {
      return false;
    }
  },
  // Given up, not recognised, too many tries, no finger known: Electron throws for each of them alike.
  ask: () =>
    Promise.resolve()
      .then(() => systemPreferences.promptTouchID(t('host.touchId')))
      .then(
        () => true,
        () => false,
      ),
};
