import type { ChangeMeasure } from '@readerlens/contract/marketing';
import type { CallInput, Calls } from '@readerlens/contract/client';
import { WhatChanged, figureQuery } from '@readerlens/filters/dashboard';
import type { ChangedPart } from '@readerlens/filters/dashboard';
import { writeSearch } from '@readerlens/filters/model';
import type { FilterModel } from '@readerlens/filters/model';
import type { Unit } from '@readerlens/ui/charts';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router-dom';
import type { ComparedSearch } from '../dashboard/use-compared-search.ts';

type Body = CallInput<Calls['POST /api/marketing-performance/changes']>['body'];

interface Props {
  compared: ComparedSearch;
  measure: ChangeMeasure;
  unit: Unit;
  /** What the parts are: 'document'. */
  of: string;
  /** Other choices of the page that the number depends on. */
  choice?: Pick<Body, 'basis' | 'lookback'>;
  /** The list with the cases of a part, by the filters, and by the address of the page with these filters. */
  link: (part: ChangedPart, place: { model: FilterModel; address: string }) => string;
}

/** What the main number of a page has changed by. Without dates there is no period before. */
export const PageChange = ({ compared, measure, unit, of, choice = {}, link }: Props) => {
  const { search, period, modelBefore, previousDates } = compared;
  const { search: address } = useLocation();
  const query = useQuery(
    figureQuery('POST /api/marketing-performance/changes', search, {
      body: { measure, comparedWith: period, ...choice },
    }),
  );
  if (!modelBefore || previousDates === undefined) return null;
  return (
    <WhatChanged
      {...{ query, unit, of }}
      dates={previousDates}
      linkPart={(part) => {
        const model = part.current > 0 ? search.model : modelBefore;
        return link(part, { model, address: writeSearch(address, model) });
      }}
    />
  );
};
