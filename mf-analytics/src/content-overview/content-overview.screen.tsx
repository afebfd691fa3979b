import { ChooseClient } from '@readerlens/filters/panel';
import { ComparedHead } from '../dashboard/compared-head.tsx';
import { useComparedSearch } from '../dashboard/use-compared-search.ts';
import { ContentOverviewView } from './content-overview.view.tsx';

/** The documents of the selected clients: how many, of which kind, and which have most readers. */
export const ContentOverviewScreen = () => {
  const compared = useComparedSearch();
  const { panel, needsClient } = compared;
  return (
    <>
      <ComparedHead title="Content Overview" compared={compared} />
      {needsClient ? <ChooseClient panel={panel} /> : <ContentOverviewView {...compared} />}
    </>
  );
};
