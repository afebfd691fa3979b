import type { IconPath, NavIconName } from '@readerlens/contract/registry';
import type { QueryClient } from '@tanstack/react-query';

/** An entry of the command palette. */
export interface AreaCommand {
  /** Unique within its source. */
  id: string;
  label: string;
  /** What distinguishes it from entries of the same name. */
  detail?: string | undefined;
  /** Path of the page that it opens. */
  to: string;
}

export interface FindOptions {
  signal: AbortSignal;
  /** The shell's query cache, which is emptied when the user or Blinded Mode changes. */
  queryClient: QueryClient;
}

/** A group of entries in the command palette, such as the readers. */
export interface CommandSource {
  /** Heading of its entries. */
  group: string;
  /** Sources stand in this order, below the screens. */
  order: number;
  /** One of the icons of the menus, or the path data of one, for all entries. */
  icon?: NavIconName | IconPath;
  /**
   * The entries for a typed text, best first and at most as many as a person reads; for '', those worth offering before
   * anything is typed. Asked for again when the user or Blinded Mode changes.
   */
  find: (text: string, options: FindOptions) => readonly AreaCommand[] | Promise<readonly AreaCommand[]>;
}
