import type { OutboxRow } from './outbox.ts';

/**
 * Nobody knows what became of a request that was under way: the repeat class says who may find out. The row is as its claim left it, so that its
 * `attempts` count this request too; a full record is sent a second time by a machine, and no more.
 */
export function abandonedState({
  repeat,
  touchesBank,
  attempts,
}: Pick<OutboxRow, 'repeat' | 'touchesBank' | 'attempts'>): 'inDoubt' | 'checking' {
  const wasRepeated = repeat === 'absoluteVersioned' && attempts > 1;
  return repeat === 'creates' || touchesBank === 1 || wasRepeated ? 'inDoubt' : 'checking';
}
