import { createContext } from 'svelte';
import type { Severity } from '#shared/messages/words.ts';

/** The worst that the sidebar would show, and all of it in words. */
export interface SideSign {
  severity: Severity | null;
  message: string[];
}

/** The sidebar where the window has no room for it: a panel over the page, behind the menu button of the page's head. */
export class SidePanel {
  isOpen = $state(false);
  /** Of the window, in pixels. */
  width = $state(innerWidth);
  /** True when it is behind the button; a wider window shows it beside the page. */
  readonly isBehind = $derived(this.width <= 600);
  readonly sign: () => SideSign;

  constructor(sign: () => SideSign) {
    this.sign = sign;
  }
}

export const [useSidePanel, provideSidePanel] = createContext<SidePanel>();
