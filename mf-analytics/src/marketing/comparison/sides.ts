import { maxSideIds, sideKinds, sideNames } from '@readerlens/contract/marketing';
import type { SideKind, SideName } from '@readerlens/contract/marketing';
import { sourceLabels, sources } from '@readerlens/contract/vocabulary';
import { setParameter, useNamedModel } from '@readerlens/filters';
import {
  emptyModel,
  findSideProblem,
  listSelectedTerms,
  namedCatalogue,
  narrowToSide,
  sideFields,
} from '@readerlens/filters/model';
import type { Side, Term } from '@readerlens/filters/model';
import { useLatestSearch } from '@readerlens/ui';
import { useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

export const sideTitles: Record<SideName, string> = { baseline: 'Baseline', comparison: 'Comparison' };

/** How sides and their values are called. */
export const kindWords: Record<SideKind, { label: string; many: string }> = {
  documentType: { label: 'Document types', many: 'document types' },
  theme: { label: 'Themes', many: 'themes' },
  tactic: { label: 'Tactics', many: 'tactics' },
};

export type Sides = Record<SideName, Side>;

const startSides: Sides = {
  baseline: { kind: 'tactic', ids: ['webinar'] },
  comparison: { kind: 'tactic', ids: ['organic'] },
};

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

const writeSide = ({ kind, ids }: Side): string => `${kind}:${ids.join()}`;

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
  const choose = (name: SideName, side: Side) => {
    const isStart = writeSide(side) === writeSide(startSides[name]);
    // The rows of other sides have other pages.
    const first = setParameter(latest(), 'page', undefined);
    const next = setParameter(first, name, isStart ? undefined : writeSide(side));
    void navigate({ search: next }, { replace: true, preventScrollReset: true });
  };
  return { sides, choose };
};

/** The sides as calls take them. */
export const sidesBody = ({ baseline, comparison }: Sides) => ({
  baseline: { kind: baseline.kind, ids: [...baseline.ids] },
  comparison: { kind: comparison.kind, ids: [...comparison.ids] },
});

/** Why nothing can be compared yet, beside the field of a side. */
export const describeProblem = (side: Side): string | undefined =>
  side.ids.length === 0 ? `Choose ${kindWords[side.kind].many}.` : findSideProblem(side);

export const areComplete = (sides: Sides): boolean =>
  sideNames.every((name) => describeProblem(sides[name]) === undefined);

/** The values of a side with their names, as far as these are known. */
export const useSideTerms = (side: Side): readonly Term[] => {
  const model = useMemo(() => (side.kind === 'tactic' ? emptyModel : narrowToSide(emptyModel, side)), [side]);
  const named = useNamedModel(model, namedCatalogue);
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
export const useSideNotes = ({ baseline, comparison }: Sides): string[] => {
  const terms = { baseline: useSideTerms(baseline), comparison: useSideTerms(comparison) };
  return sideNames.map((name) => {
    const names = terms[name].map((term) => term.name ?? term.id);
    return `${sideTitles[name]}: ${names.join(', ')}`;
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
