/** What the palette offers: an address with a name. */
export interface PaletteEntry {
  /** Unique in its group. */
  id: string;
  label: string;
  /** Beside the label, muted. */
  detail?: string | undefined;
  /** Path with an optional query. */
  to: string;
  icon?: string | undefined;
}

export interface PaletteGroup {
  id: string;
  title: string;
  entries: readonly PaletteEntry[];
}

/** Fewer characters find too much. */
export const minText = 2;
/** Entries of a group; a longer text finds the others. */
export const maxEntries = 6;
