import { ChooseClient } from '@readerlens/filters/panel';
import { FillPage } from '@readerlens/ui';
import { RankingHead } from '../ranking-head.tsx';
import { useRanking } from '../use-ranking.ts';
import { ReadersList } from './readers-list.tsx';

/** The readers ranked by engagements. */
export const MostActiveReadersScreen = () => {
  const ranking = useRanking();
  const { panel, search, compare, needsClient } = ranking;
  return (
    <FillPage>
      <RankingHead title="Most Active Readers" ranking={ranking} />
      {needsClient ? <ChooseClient panel={panel} /> : <ReadersList {...{ search, compare }} />}
    </FillPage>
  );
};
