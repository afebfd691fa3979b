import { useBlinded } from '@readerlens/auth/react';
import { useAreaSearch } from '@readerlens/filters';
import {
  ChooseClient,
  FilterChips,
  FiltersButton,
  SearchNote,
  useFilterPanel,
} from '@readerlens/filters/panel';
import { PageHeader } from '@readerlens/ui';
import { countEngagements } from '../performance-overview/overview.queries.ts';
import { ContentOverviewView } from './content-overview.view.tsx';

/** The documents of the selected clients: how many, of which kind, and which have most readers. */
export const ContentOverviewScreen = () => {
  const current = useAreaSearch();
  const panel = useFilterPanel(current, { countMatches: countEngagements });
  const blinded = useBlinded();
  const { model, user, hasClients } = current;
  return (
    <>
      <PageHeader
        title="Content Overview"
        filters={<FilterChips panel={panel} />}
        actions={<FiltersButton panel={panel} />}
      />
      <SearchNote controls={current} />
      {user && !hasClients ? (
        <ChooseClient panel={panel} />
      ) : (
        <ContentOverviewView search={{ model, userId: user?.id, blinded, hasClients }} previous={undefined} />
      )}
    </>
  );
};
