// A side of a comparison is the selection with the filters of the side added. The filter model defines them.
import type { ComparedSide } from '@readerlens/contract';
import { sideNames } from '@readerlens/contract/marketing';
import type { SideName } from '@readerlens/contract/marketing';
import {
  buildSideFilters,
  costProblems,
  findSideProblem,
  isEmpty,
  keepSideFilters,
  listSideTypes,
  missingSavedSearchMessage,
  parseActivityTypes,
  parseFilters,
  prepareForQuery,
  sideFields,
  withoutHidden,
} from '@readerlens/filters/model';
import type { FieldCatalogue, Filter, FilterModel, Side } from '@readerlens/filters/model';
import type { MarketingSelection } from '../marketing-selection.ts';
import type { Session, Viewer } from '../../people/session.ts';
import { invalidInput } from '../../platform/http/errors.ts';
import { maskedProblems } from '../filter-problems.ts';
import type { Selected } from '../figures/figure.ts';
import { readNamedLists, withOrganisations } from '../account-lists/filtered-lists.ts';
import type { KnownLists } from '../account-lists/filtered-lists.ts';
import { findSearch } from '../searches/saved-search.store.ts';

export type Sides = Readonly<Record<SideName, ComparedSide>>;

/** @throws AppError 400 for a side that cannot be searched for, or whose field the caller may not search by */
export const checkSides = (sides: Sides, { scope }: Viewer): void => {
  for (const name of sideNames) {
    const side = sides[name];
    const problem = findSideProblem(side);
    if (problem !== undefined) throw invalidInput(`${name}.ids`, problem);
    // Without its filter a side would be everything.
    if (side.kind !== 'savedSearch' && !scope.searchFields.has(sideFields[side.kind]))
      throw invalidInput(`${name}.kind`, 'You cannot search by this.');
  }
};

type Question = Pick<Selected<MarketingSelection>, 'kysely' | 'selection'> & {
  readonly session: Session;
  readonly body: Sides & { readonly filters?: readonly unknown[] };
};

const namesOfFields = (filters: readonly Filter[], catalogue: FieldCatalogue): string =>
  [...new Set(filters.map(({ field }) => catalogue.find(field)?.label ?? field))].sort().join(', ');

/** The filters that apply on their own, but not with the others: tags, where the others ask for activities without tags. */
const findHiddenTogether = (
  together: readonly Filter[],
  own: readonly Filter[],
  catalogue: FieldCatalogue,
): Filter[] => {
  const all = keepSideFilters(together);
  const shown = new Set(withoutHidden(all, catalogue));
  const page = all.slice(0, all.length - own.length);
  const alone = [...withoutHidden(page, catalogue), ...all.slice(page.length)];
  return alone.filter((filter) => !shown.has(filter));
};

/** Why the filters of a saved search cannot be those of a side. A search would drop some of them, and then find more. */
const findFilterProblem = (
  filters: readonly Filter[],
  { selection: { catalogue }, session, body }: Question,
): string | undefined => {
  const denied = filters.filter(({ field }) => !session.scope.searchFields.has(field));
  if (denied.length > 0)
    return `You cannot search by these fields of the saved search: ${namesOfFields(denied, catalogue)}.`;
  const [masked] = session.blinded ? maskedProblems(filters, catalogue) : [];
  if (masked) return masked.message;
  const together = parseFilters([...(body.filters ?? []), ...filters], catalogue);
  const problems = together.ok ? costProblems(together.filters, catalogue) : together.problems;
  if (problems[0]) return `Together with the filters of the page: ${problems[0].message}`;
  // The others are ignored.
  const applied = together.ok
    ? together.filters.filter(({ field }) => session.scope.searchFields.has(field))
    : [];
  const hidden = findHiddenTogether(applied, filters, catalogue);
  return hidden.length > 0
    ? `The filters of the page and of the saved search rule each other out: ${namesOfFields(hidden, catalogue)}.`
    : undefined;
};

/**
 * The model of a saved search of the caller, as a side of a comparison.
 * @throws AppError 400 if there is no such search, or if one of its filters would not apply
 */
const readSavedSearch = async (name: SideName, question: Question): Promise<FilterModel> => {
  const { kysely, selection, session, body } = question;
  const refuse = (message: string) => invalidInput(`${name}.ids`, message);
  const row = await findSearch(kysely, session.user.id, body[name].ids[0] ?? '');
  if (!row) throw refuse(missingSavedSearchMessage);
  const parsed = parseFilters(row.filters, selection.catalogue);
  const types = parseActivityTypes(row.indices);
  if (!parsed.ok || !types.ok)
    throw refuse('This saved search has filters that no longer exist. Save it again.');
  const filters = keepSideFilters(parsed.filters).filter((filter) => !isEmpty(filter));
  const problem = findFilterProblem(filters, question);
  if (problem !== undefined) throw refuse(problem);
  return { filters, indices: types.activityTypes };
};

const readSide = async (name: SideName, question: Question): Promise<Side> => {
  const side = question.body[name];
  return side.kind === 'savedSearch' ? { ...side, saved: await readSavedSearch(name, question) } : side;
};

const selectSide = ({ selection, session }: Question, side: Side, lists: KnownLists): MarketingSelection => {
  const types = listSideTypes(side);
  const { catalogue, today } = selection;
  const now = new Date(today);
  const prepared = prepareForQuery([...selection.filters, ...buildSideFilters(side)], { catalogue, now });
  const { filters, listed } = withOrganisations(prepared, lists, { scope: session.scope, catalogue, now });
  return {
    ...selection,
    filters,
    listed: [...(selection.listed ?? []), ...listed],
    activityTypes:
      types.length === 0
        ? selection.activityTypes
        : selection.activityTypes.filter((type) => types.includes(type)),
  };
};

/**
 * The selections of both sides, with the saved searches that they name.
 * @throws AppError 400 for a saved search that cannot be a side
 */
export const selectSides = async (question: Question): Promise<Record<SideName, MarketingSelection>> => {
  const [baseline, comparison] = await Promise.all([
    readSide('baseline', question),
    readSide('comparison', question),
  ]);
  const saved = [baseline, comparison].map((side) => side.saved?.filters);
  const lists = await readNamedLists(question.kysely, saved);
  return {
    baseline: selectSide(question, baseline, lists),
    comparison: selectSide(question, comparison, lists),
  };
};
