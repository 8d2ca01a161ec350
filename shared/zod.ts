import { config } from 'zod';

// Before any schema is made: the window's policy forbids making code of text, and the library would try it once, to see, before it does
// without. Whoever says zod comes through here, so that this runs first however the window is cut into files (lint/rooms.js).
if ('document' in globalThis) config({ jitless: true });

export { z } from 'zod';
