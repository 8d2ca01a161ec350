import type { Act } from './keymap.ts';

/** One thing that can be done here: a line of a menu, and of the palette. */
export interface MenuItem {
  says: string;
  act?: Act;
  onchoose: () => void;
  /** What its key does instead, where its words say more than a key can. */
  onkey?: () => void;
  disabled?: boolean;
  /** It cannot be chosen before: its button counts down to then, by the wall clock. */
  notBefore?: number;
  /** Draws a line above it. */
  apart?: boolean;
  needs?: boolean;
  /** As a button: the one that is meant, or one that steps back. */
  primary?: boolean;
  quiet?: boolean;
  /** Shows a tick; for a choice of one. */
  chosen?: boolean;
}

/** Whether an item can be chosen now. */
export const isOpen = ({ disabled = false, notBefore = 0 }: MenuItem): boolean => !disabled && notBefore <= Date.now();

/** What can be done with one thing, under its name. */
export interface Offered {
  heading: string;
  items: MenuItem[];
}

/** Where a menu stands: an element, or a place in the window. */
export interface Anchor {
  getBoundingClientRect: () => DOMRect;
}
