// A side of a comparison is the selection with the filters of the side added. The filter model defines them.
import { sideNames } from '@readerlens/contract/marketing';
import { buildSideFilters, findSideProblem, listSideTypes, sideFields } from '@readerlens/filters/model';
import type { Side } from '@readerlens/filters/model';
import type { MarketingSelection } from '../marketing-selection.ts';
import type { Viewer } from '../../people/session.ts';
import { invalidInput } from '../../platform/http/errors.ts';

export interface Sides {
  readonly baseline: Side;
  readonly comparison: Side;
}

/** @throws AppError 400 for a side that cannot be searched for, or whose field the caller may not search by */
export const checkSides = (sides: Sides, { scope }: Viewer): void => {
  for (const name of sideNames) {
    const side = sides[name];
    const problem = findSideProblem(side);
    if (problem !== undefined) throw invalidInput(`${name}.ids`, problem);
    // Without its filter a side would be everything.
    if (!scope.searchFields.has(sideFields[side.kind]))
      throw invalidInput(`${name}.kind`, 'You cannot search by this.');
  }
};

export const selectSide = (selection: MarketingSelection, side: Side): MarketingSelection => {
  const types = listSideTypes(side);
  return {
    ...selection,
    filters: [...selection.filters, ...buildSideFilters(side)],
    activityTypes:
      types.length === 0
        ? selection.activityTypes
        : selection.activityTypes.filter((type) => types.includes(type)),
  };
};

export const selectSides = (selection: MarketingSelection, { baseline, comparison }: Sides) => ({
  baseline: selectSide(selection, baseline),
  comparison: selectSide(selection, comparison),
});
