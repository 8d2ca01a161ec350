import type { OutboxRow } from './outbox.ts';

/**
 * The state of an abandoned request by its repeat class. The row is as its claim left it, so its `attempts` count this request too; a full record is
 * sent a second time automatically, and no more.
 */
export function abandonedState({
  repeat,
  touchesBank,
  attempts,
}: Pick<OutboxRow, 'repeat' | 'touchesBank' | 'attempts'>): 'inDoubt' | 'checking' {
  const wasRepeated = repeat === 'absoluteVersioned' && attempts > 1;
  return repeat === 'creates' || touchesBank === 1 || wasRepeated ? 'inDoubt' : 'checking';
}
