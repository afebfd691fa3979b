import { chooseMeasure, measureWords } from '@readerlens/contract/marketing-pages';
import type { MarketingPageName, PageChoice } from '@readerlens/contract/marketing-pages';
import { WhatChanged, figureQuery } from '@readerlens/filters/dashboard';
import type { ChangedPart } from '@readerlens/filters/dashboard';
import { writeSearch } from '@readerlens/filters/model';
import type { FilterModel } from '@readerlens/filters/model';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router-dom';
import type { ComparedSearch } from '../dashboard/use-compared-search.ts';

interface Props {
  compared: ComparedSearch;
  page: MarketingPageName;
  /** The choices of the page that the number depends on. */
  choice?: Pick<PageChoice, 'basis' | 'lookback' | 'subject'>;
  /** The list with the cases of a part, by the filters, and by the address of the page with these filters. */
  link: (part: ChangedPart, place: { model: FilterModel; address: string }) => string;
}

/** What the main number of a page has changed by. Without dates there is no period before. */
export const PageChange = ({ compared, page, choice = {}, link }: Props) => {
  const measure = chooseMeasure(page, choice);
  const { unit, of } = measureWords[measure];
  const { lookback, basis } = choice;
  const { search, period, modelBefore, previousDates } = compared;
  const { search: address } = useLocation();
  const query = useQuery(
    figureQuery('POST /api/marketing-performance/changes', search, {
      body: {
        measure,
        comparedWith: period,
        ...(lookback === undefined ? {} : { lookback }),
        ...(basis === undefined ? {} : { basis }),
      },
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
