import { config } from 'zod';

// The page's policy forbids making code of text; the library would try it once, to see, before it does without.
config({ jitless: true });
