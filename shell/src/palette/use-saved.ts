import { useCatalogue, useSavedSearches } from '@readerlens/filters';
import { writeSearch } from '@readerlens/filters/model';
import type { PaletteGroup } from './palette-entry.ts';

/** The user's saved searches, each as the search with its filters. */
export const useSaved = (userId: string): PaletteGroup & { status: 'loading' | 'ready' | 'error' } => {
  const { catalogue, isPending } = useCatalogue();
  const { searches, status } = useSavedSearches(userId, catalogue);
  return {
    id: 'saved-searches',
    title: 'Saved searches',
    // A link made before all fields are known would leave some out.
    status: status === 'ready' && isPending ? 'loading' : status,
    entries: searches.map(({ id, name, model, isDefault }) => ({
      id,
      label: name,
      detail: isDefault ? 'Default' : undefined,
      icon: 'search',
      to: `/analytics/search${writeSearch('', model)}`,
    })),
  };
};
