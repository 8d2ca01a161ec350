import { fc } from '@fast-check/vitest';

// What is drawn at random is the same in every run: no run turns red by chance. Others: `DRAWS=7 npm run unit`.
fc.configureGlobal({ seed: Number(process.env['DRAWS'] ?? 20_261_122) });
