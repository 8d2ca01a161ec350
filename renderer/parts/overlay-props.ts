import type { Snippet } from 'svelte';

/** What every dialog and sheet takes. */
export interface OverlayProps {
  open: boolean;
  title: string;
  /** One sentence under the title. */
  detail?: string | undefined;
  children: Snippet;
  /** Buttons at the bottom, the primary one last. */
  actions?: Snippet | undefined;
  onclose?: (() => void) | undefined;
}
