import type { CommandName } from './keymap.ts';

/** One thing that can be done here: a line of a menu, and of the palette. */
export interface MenuItem {
  label: string;
  command?: CommandName;
  onchoose: () => void;
  /** The command of its key, when its label describes more than the key does. */
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
  /** A few quiet words behind it. */
  note?: string | undefined;
  /** Moves it up or down among its like, by Alt and an arrow. */
  onmove?: (by: -1 | 1) => void;
}

export const isOpen = ({ disabled = false, notBefore = 0 }: MenuItem): boolean => !disabled && notBefore <= Date.now();

/** Commands of one item, under its name. */
export interface Offered {
  heading: string;
  /** Offered on every page: behind what the page offers. */
  isEverywhere?: boolean;
  items: MenuItem[];
}

/** The anchor of a menu: an element, or a point in the window. */
export interface Anchor {
  getBoundingClientRect: () => DOMRect;
}
