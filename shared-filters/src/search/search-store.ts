import { onSessionCleared, sessionStore } from '@readerlens/auth';
import { isStaff } from '@readerlens/contract/vocabulary';
import { createStore } from 'zustand/vanilla';
import type { FieldCatalogue, FilterModel } from '../model/index.ts';
import { foreignClientProblems, parseModel, toQuery } from '../model/index.ts';
import { isRecord } from '@readerlens/contract/guards';
import { forgetLastClient } from './recent-clients.ts';

/** The session storage key of all searches. */
export const searchStorageKey = 'readerlens.search';

/** The saved search that the last applied model is based on. */
interface AppliedFrom {
  /** The model as link text. */
  readonly text: string;
  readonly savedSearchId: string;
}

export interface SearchState {
  /** The owner of the searches: the id of the effective user. */
  readonly owner: string | undefined;
  /** The applied model by area, as stored and not validated; read it through `storedModel`. */
  readonly areas: Readonly<Record<string, unknown>>;
  readonly appliedFrom: AppliedFrom | undefined;
  /** What else counts for all screens, such as a comparison, by its URL parameter. */
  readonly choices: Readonly<Record<string, string>>;
}

const isAppliedFrom = (value: unknown): value is AppliedFrom =>
  isRecord(value) && typeof value.text === 'string' && typeof value.savedSearchId === 'string';

const isText = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === 'string';

const emptyState = (owner: string | undefined): SearchState => ({
  owner,
  areas: {},
  appliedFrom: undefined,
  choices: {},
});

const readStorage = (owner: string | undefined): SearchState => {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(searchStorageKey) ?? 'null');
    if (isRecord(stored) && stored.owner === owner && isRecord(stored.areas)) {
      const { areas, appliedFrom: last, choices } = stored;
      return {
        owner,
        areas,
        appliedFrom: isAppliedFrom(last) ? last : undefined,
        choices: isRecord(choices) ? Object.fromEntries(Object.entries(choices).filter(isText)) : {},
      };
    }
  } catch {
    // Treat unreadable storage as empty: remembering a search is a convenience and must not prevent startup.
  }
  return emptyState(owner);
};

const writeStorage = (state: SearchState): void => {
  try {
    if (Object.keys(state.areas).length + Object.keys(state.choices).length === 0)
      sessionStorage.removeItem(searchStorageKey);
    else sessionStorage.setItem(searchStorageKey, JSON.stringify(state));
  } catch {
    // Storage is full or blocked: the search lasts until the page is reloaded.
  }
};

/** The id of the effective user. */
export const searchOwner = (): string | undefined => sessionStore.getState().claims?.sub;

/** The current searches of this tab. Components use `useCurrentSearch`. */
export const searchStore = createStore<SearchState>()(() => readStorage(searchOwner()));

searchStore.subscribe(writeStorage);

/** Whether a model has clients that the session's user may not see. */
const hasForeignClients = ({ filters }: FilterModel): boolean => {
  const { user } = sessionStore.getState();
  if (!user || isStaff(user.role)) return false;
  return foreignClientProblems(filters, new Set(user.companies.map(({ id }) => id))).length > 0;
};

/** Remembers the model applied in an area, until the tab or the session ends. */
export const rememberSearch = (area: string, model: FilterModel): void => {
  // A screen that unmounts after a logout must not write back what the logout cleared.
  if (searchOwner() === undefined) return;
  // The server rejects such a model; if it were remembered, every visit to the area would show the error screen.
  if (hasForeignClients(model)) return;
  searchStore.setState(({ areas }) => ({ areas: { ...areas, [area]: model } }));
};

/** Remembers a choice for all screens, until the tab or the session ends. */
export const rememberChoice = (name: string, choice: string): void => {
  if (searchOwner() === undefined) return;
  searchStore.setState(({ choices }) => ({ choices: { ...choices, [name]: choice } }));
};

/** Clears all searches. */
export const clearSearches = (): void => {
  searchStore.setState(emptyState(searchOwner()));
  forgetLastClient();
};

/** The remembered model of an area; undefined if there is none or the catalogue rejects it. */
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
// Starting or ending impersonation starts from the defaults of the new effective user.
sessionStore.subscribe(() => {
  if (searchOwner() !== searchStore.getState().owner) clearSearches();
});

/** Remembers the saved search that an applied model is based on, until the tab or the session ends. */
export const rememberAppliedFrom = (model: FilterModel, savedSearchId: string | undefined): void =>
  searchStore.setState({
    appliedFrom: savedSearchId === undefined ? undefined : { text: toQuery(model), savedSearchId },
  });

/** The id of the saved search that the applied model is based on; undefined for any other model. */
export const appliedFrom = (model: FilterModel): string | undefined => {
  const { appliedFrom: last } = searchStore.getState();
  return last?.text === toQuery(model) ? last.savedSearchId : undefined;
};
