import { Tooltip } from 'bits-ui';
import { createContext } from 'svelte';
import type { CommandName } from '#renderer/state/keyboard/keymap.ts';

export interface Said {
  text: string;
  /** The command whose key is shown after the text. */
  command: CommandName | undefined;
  side: 'top' | 'right' | 'bottom' | 'left';
}

/** Ties everything that has a tooltip to the one tooltip of the window (Tooltips.svelte): one for each thing would be most of what a button costs. */
export const createTooltips = () => Tooltip.createTether<Said>();

export const [useTooltips, provideTooltips] = createContext<Tooltip.Tether<Said>>();
