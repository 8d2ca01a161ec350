/** A policy that cannot be used: the app does not start without the rules that IT meant. */
export class PolicyUnusable extends Error {
  override readonly name = 'PolicyUnusable';
}
