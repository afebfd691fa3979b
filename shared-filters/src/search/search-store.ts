import { onSessionCleared, sessionStore } from '@readerlens/auth';
import { isStaff } from '@readerlens/contract/vocabulary';
import { createStore } from 'zustand/vanilla';
import type { FieldCatalogue, FilterModel } from '../model/index.ts';
import { foreignClientProblems, parseModel } from '../model/index.ts';

/** The one key of session storage that holds the searches. */
export const searchStorageKey = 'readerlens.search';

/** The saved search that the latest applied model was made from. */
interface AppliedFrom {
  /** The model, as an address has it. */
  readonly text: string;
  readonly savedSearchId: string;
}

export interface SearchState {
  /** Whose searches these are: the id of the effective user. */
  readonly owner: string | undefined;
  /** The applied model per area. As stored, so unchecked: read it through `storedModel`. */
  readonly areas: Readonly<Record<string, unknown>>;
  readonly appliedFrom: AppliedFrom | undefined;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isAppliedFrom = (value: unknown): value is AppliedFrom =>
  isRecord(value) && typeof value.text === 'string' && typeof value.savedSearchId === 'string';

const nothingOf = (owner: string | undefined): SearchState => ({ owner, areas: {}, appliedFrom: undefined });

const readStorage = (owner: string | undefined): SearchState => {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(searchStorageKey) ?? 'null');
    if (isRecord(stored) && stored.owner === owner && isRecord(stored.areas)) {
      const { areas, appliedFrom } = stored;
      return { owner, areas, appliedFrom: isAppliedFrom(appliedFrom) ? appliedFrom : undefined };
    }
  } catch {
    // Unreadable storage is an empty one: a search is a convenience, never a reason not to start.
  }
  return nothingOf(owner);
};

const writeStorage = (state: SearchState): void => {
  try {
    if (Object.keys(state.areas).length === 0) sessionStorage.removeItem(searchStorageKey);
    else sessionStorage.setItem(searchStorageKey, JSON.stringify(state));
  } catch {
    // Full or forbidden storage: the search then lives as long as the page.
  }
};

/** The id of the effective user. */
export const searchOwner = (): string | undefined => sessionStore.getState().claims?.sub;

/** The current searches of this tab. No React in here; hooks are in the package's `react` part. */
export const searchStore = createStore<SearchState>()(() => readStorage(searchOwner()));

searchStore.subscribe(writeStorage);

/** Whether a model asks for clients that the user of the session may not see. */
const isRefused = ({ filters }: FilterModel): boolean => {
  const { user } = sessionStore.getState();
  if (!user || isStaff(user.role)) return false;
  return foreignClientProblems(filters, new Set(user.companies.map(({ id }) => id))).length > 0;
};

/** Remembers what was applied in an area, for as long as the tab and the session live. */
export const rememberSearch = (area: string, model: FilterModel): void => {
  // A screen that is about to go after a logout must not write back what the logout cleared.
  if (searchOwner() === undefined) return;
  // The server refuses it; remembered, it would lead every visit of the area to the error screen.
  if (isRefused(model)) return;
  searchStore.setState(({ areas }) => ({ areas: { ...areas, [area]: model } }));
};

/** Forgets all searches. */
export const clearSearches = (): void => searchStore.setState(nothingOf(searchOwner()));

/** The remembered model of an area, or undefined: none, or no longer one that the catalogue knows. */
export const storedModel = (
  { areas }: SearchState,
  area: string,
  catalogue: FieldCatalogue,
): FilterModel | undefined => {
  if (!Object.hasOwn(areas, area)) return undefined;
  const parsed = parseModel(areas[area], catalogue);
  return parsed.ok ? parsed.model : undefined;
};

onSessionCleared(clearSearches);
// Acting as another user, and returning, starts from that user's defaults.
sessionStore.subscribe(() => {
  if (searchOwner() !== searchStore.getState().owner) clearSearches();
});
