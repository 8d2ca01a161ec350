import { safe } from '@orpc/client';
import type { AppState } from '#renderer/state/connection/app-state.svelte.ts';
import { isStatementName } from '#shared/statements/statement.ts';

/** Tells whether a file is a bank's statement: by a name that only banks give, else by its content. */
export async function isStatement(app: AppState, file: File): Promise<boolean> {
  if (isStatementName(file.name)) return true;
  const { data } = await safe(app.api.statements.isStatement({ file }));
  return data === true;
}
