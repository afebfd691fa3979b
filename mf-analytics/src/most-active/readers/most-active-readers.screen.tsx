import { ChooseClient } from '@readerlens/filters/panel';
import { FillPage } from '@readerlens/ui';
import { ComparedHead } from '../../dashboard/compared-head.tsx';
import { useComparedSearch } from '../../dashboard/use-compared-search.ts';
import { ReadersList } from './readers-list.tsx';

/** The readers ranked by engagements. */
export const MostActiveReadersScreen = () => {
  const compared = useComparedSearch();
  const { panel, dates, needsClient } = compared;
  return (
    <FillPage>
      <ComparedHead title="Most Active Readers" description={dates} compared={compared} />
      {needsClient ? <ChooseClient panel={panel} /> : <ReadersList compared={compared} />}
    </FillPage>
  );
};
