import { ApiError, api } from '@readerlens/auth';
import { useUser } from '@readerlens/auth/react';
import { sideTitles } from '@readerlens/contract/marketing-figures';
import { maxSideIds, sideKinds, sideNames } from '@readerlens/contract/marketing';
import type { SideKind, SideName } from '@readerlens/contract/marketing';
import { startSides, writeSide } from '@readerlens/contract/marketing-pages';
import { sourceLabels, sources } from '@readerlens/contract/vocabulary';
import { savedSearchesKey, setParameter, useCatalogue, useNamedModel } from '@readerlens/filters';
import {
  emptyModel,
  findSideProblem,
  keepSideFilters,
  listSelectedTerms,
  missingSavedSearchMessage,
  namedCatalogue,
  narrowToSide,
  readStoredModel,
  sideFields,
} from '@readerlens/filters/model';
import type { Side as FilterSide, Term } from '@readerlens/filters/model';
import { useLatestSearch } from '@readerlens/ui';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { UseQueryOptions } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/** How sides and their values are called. */
export const kindWords: Record<SideKind, { label: string; many: string }> = {
  documentType: { label: 'Document types', many: 'document types' },
  theme: { label: 'Themes', many: 'themes' },
  tactic: { label: 'Tactics', many: 'tactics' },
  savedSearch: { label: 'Saved search', many: 'saved searches' },
};

export interface Side extends FilterSide {
  /** What its saved search is called, once that is read. */
  readonly name?: string;
  /** Why its saved search could not be read. */
  readonly problem?: string;
}
export type Sides = Record<SideName, Side>;

const isKnown = (kind: SideKind, id: string): boolean =>
  id !== '' && (kind !== 'tactic' || sources.some((source) => source === id));

/** Reads a side such as 'documentType:3,7'; undefined for another text. */
const parseSide = (text: string | null): Side | undefined => {
  const [name, list = ''] = (text ?? '').split(':');
  const kind = sideKinds.find((known) => known === name);
  if (!kind) return undefined;
  const ids = [...new Set(list.split(','))].filter((id) => isKnown(kind, id));
  return { kind, ids: ids.slice(0, maxSideIds) };
};

const savedSearchQuery = (userId: string | undefined, { kind, ids }: Side) => {
  const [id = ''] = ids;
  return queryOptions({
    queryKey: [...savedSearchesKey(userId ?? ''), 'one', id],
    queryFn: async ({ signal }) =>
      (
        await api(
          'GET /api/saved-searches/{userId}/{id}',
          { params: { userId: userId ?? '', id } },
          { signal },
        )
      ).data,
    enabled: userId !== undefined && kind === 'savedSearch' && findSideProblem({ kind, ids }) === undefined,
  });
};

const explainFailure = (error: Error): string =>
  error instanceof ApiError && error.status === 404 ? missingSavedSearchMessage : error.message;

/** A side with its saved search, if it has one. */
const useReadSide = (side: Side): Side => {
  const user = useUser();
  // Until all fields are known, a filter on an unknown one would be dropped.
  const { catalogue, isPending } = useCatalogue();
  const { data, error } = useQuery(savedSearchQuery(user?.id, side));
  return useMemo(() => {
    if (side.kind !== 'savedSearch') return side;
    if (error) return { ...side, problem: explainFailure(error) };
    return data && !isPending ? { ...side, name: data.name, saved: readStoredModel(data, catalogue) } : side;
  }, [side, data, error, catalogue, isPending]);
};

/** The sides, kept in the URL. One that is not chosen is a tactic. */
export const useSides = () => {
  const { search } = useLocation();
  const latest = useLatestSearch();
  const navigate = useNavigate();
  const sides = useMemo((): Sides => {
    const texts = new URLSearchParams(search);
    return {
      baseline: parseSide(texts.get('baseline')) ?? startSides.baseline,
      comparison: parseSide(texts.get('comparison')) ?? startSides.comparison,
    };
  }, [search]);
  const read: Sides = { baseline: useReadSide(sides.baseline), comparison: useReadSide(sides.comparison) };
  const choose = (name: SideName, side: Side) => {
    const isStart = writeSide(side) === writeSide(startSides[name]);
    // The rows of other sides have other pages.
    const first = setParameter(latest(), 'page', undefined);
    const next = setParameter(first, name, isStart ? undefined : writeSide(side));
    void navigate({ search: next }, { replace: true, preventScrollReset: true });
  };
  return { sides: read, choose };
};

/** The sides as calls take them. */
export const sidesBody = ({ baseline, comparison }: Sides) => ({
  baseline: { kind: baseline.kind, ids: [...baseline.ids] },
  comparison: { kind: comparison.kind, ids: [...comparison.ids] },
});

/** A query for figures of sides. A saved search that was changed has other figures. */
export const withSides = <T>(
  query: UseQueryOptions<T>,
  { baseline, comparison }: Sides,
): UseQueryOptions<T> => ({
  ...query,
  queryKey: [...query.queryKey, baseline.saved, comparison.saved],
});

/** Why nothing can be compared yet, beside the field of a side. */
export const describeProblem = (side: Side): string | undefined => {
  if (side.kind !== 'savedSearch' && side.ids.length === 0) return `Choose ${kindWords[side.kind].many}.`;
  return findSideProblem(side) ?? side.problem;
};

export const isLoading = (side: Side): boolean =>
  side.kind === 'savedSearch' && side.saved === undefined && describeProblem(side) === undefined;

/** Whether both sides can be compared. Their saved searches are read. */
export const areComplete = (sides: Sides): boolean =>
  sideNames.every((name) => describeProblem(sides[name]) === undefined && !isLoading(sides[name]));

/** Why the API refuses a side, beside its field. */
export const findRefusal = (error: Error | null, name: SideName): string | undefined =>
  error instanceof ApiError
    ? error.details.find(({ path }) => path === `${name}.ids` || path === `${name}.kind`)?.message
    : undefined;

/** What of a saved search applies to a side. */
export const describeSaved = ({ saved }: Side): string => {
  const isEverything = saved && keepSideFilters(saved.filters).length + saved.indices.length === 0;
  return isEverything
    ? 'Clients and dates are those of the page. This search has no other filters, so the side is everything on the page.'
    : 'Clients and dates are those of the page, not those of the saved search.';
};

/** The values of a side with their names, as far as these are known. */
export const useSideTerms = (side: Side): readonly Term[] => {
  const isNamed = side.kind === 'documentType' || side.kind === 'theme';
  const model = useMemo(() => (isNamed ? narrowToSide(emptyModel, side) : emptyModel), [isNamed, side]);
  const named = useNamedModel(model, namedCatalogue);
  if (side.kind === 'savedSearch') return side.ids.map((id) => ({ id, name: side.name ?? 'Saved search' }));
  if (side.kind !== 'tactic') return listSelectedTerms(named.filters, sideFields[side.kind]);
  return sources
    .filter((source) => side.ids.includes(source))
    .map((source) => ({ id: source, name: sourceLabels[source] }));
};

const maxNames = 2;

/** 'Baseline: Webinar', or 'Baseline: 4 themes'. */
const describeSide = (name: SideName, { kind }: Side, terms: readonly Term[]): string => {
  const names = terms.flatMap((term) => term.name ?? []);
  const text =
    names.length === terms.length && names.length <= maxNames
      ? names.join(', ')
      : `${terms.length} ${kindWords[kind].many}`;
  return `${sideTitles[name]}: ${text}`;
};

/** What the sides have, with all names. */
export const useSideNotes = (sides: Sides): string[] => {
  const terms = {
    baseline: useSideTerms(sides.baseline),
    comparison: useSideTerms(sides.comparison),
  };
  return sideNames.map((name) => {
    const names = terms[name].map((term) => term.name ?? term.id).join(', ');
    const isSaved = sides[name].kind === 'savedSearch';
    return `${sideTitles[name]}: ${names}${isSaved ? ` (saved search). ${describeSaved(sides[name])}` : ''}`;
  });
};

/** What the sides are called in charts. */
export const useSideLabels = ({ baseline, comparison }: Sides): Record<SideName, string> => {
  const [baselineTerms, comparisonTerms] = [useSideTerms(baseline), useSideTerms(comparison)];
  return {
    baseline: describeSide('baseline', baseline, baselineTerms),
    comparison: describeSide('comparison', comparison, comparisonTerms),
  };
};
