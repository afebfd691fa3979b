import { marketingPages } from '@readerlens/contract/marketing-pages';
import type { MarketingPageName, PageChoice } from '@readerlens/contract/marketing-pages';
import { ChooseClient } from '@readerlens/filters/panel';
import { PagePartsProvider } from '@readerlens/ui';
import type { ReactNode } from 'react';
import { ComparedHead } from '../dashboard/compared-head.tsx';
import type { ComparedSearch } from '../dashboard/use-compared-search.ts';
import { PageFileMenu } from './page-file-menu.tsx';

interface Props {
  page: MarketingPageName;
  /** What is chosen besides filters and the period that numbers are compared with. */
  choice?: PageChoice;
  compared: ComparedSearch;
  /** Other controls in the head of the page. */
  tools?: ReactNode;
  /** Shown once there is a client. */
  children: ReactNode;
}

/** A page of marketing performance: its head, with the file of all that it shows, and what it shows. */
export const MarketingPage = ({ page, choice = {}, compared, tools, children }: Props) => {
  const { title } = marketingPages[page];
  const { panel, search, previous, previousDates, period, dates, needsClient } = compared;
  const notes = previous && previousDates !== undefined ? [`Compared with ${previousDates}`] : [];
  return (
    <PagePartsProvider>
      <ComparedHead {...{ title, compared }} description={dates}>
        {tools}
        {!needsClient && (
          <PageFileMenu
            {...{ page, search, notes }}
            choice={{ ...choice, comparedWith: previous && period }}
          />
        )}
      </ComparedHead>
      {needsClient ? <ChooseClient panel={panel} /> : children}
    </PagePartsProvider>
  );
};
