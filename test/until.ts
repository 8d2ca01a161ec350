import { vi } from 'vitest';

/** Waits until `look` answers something, and answers it. Patient as the configuration is, where vitest's own second is not. */
export const until = <T>(look: () => T | Promise<T>) => vi.waitUntil(look, { timeout: 60_000 });
