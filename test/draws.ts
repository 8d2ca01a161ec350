import { fc } from '@fast-check/vitest';

// Random draws are the same in every run. Others: `DRAWS=7 npm run unit`.
fc.configureGlobal({ seed: Number(process.env['DRAWS'] ?? 20_261_122) });
