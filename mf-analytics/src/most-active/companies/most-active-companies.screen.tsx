import { useUser } from '@readerlens/auth/react';
import { Cell, DashboardGrid } from '@readerlens/filters/dashboard';
import { maySeeValue } from '@readerlens/filters/model';
import { ChooseClient } from '@readerlens/filters/panel';
import { Stack } from '@readerlens/ui';
import { RankingHead } from '../ranking-head.tsx';
import { useRanking } from '../use-ranking.ts';
import { CompaniesList } from './companies-list.tsx';
import { CompaniesSummary } from './companies-summary.tsx';
import { OrgTypes } from './org-types.tsx';

/** The organizations ranked by engagements. */
export const MostActiveCompaniesScreen = () => {
  const ranking = useRanking();
  const { panel, search, compare, needsClient } = ranking;
  const user = useUser();
  const withTypes = maySeeValue('orgTypes', new Set(user?.searchFields));
  return (
    <>
      <RankingHead title="Most Active Companies" ranking={ranking} />
      {needsClient ? (
        <ChooseClient panel={panel} />
      ) : (
        <Stack gap="4">
          <CompaniesSummary search={search} />
          <DashboardGrid>
            <Cell span={withTypes ? 8 : 12} mediumSpan={12}>
              <CompaniesList {...{ search, compare, withTypes }} />
            </Cell>
            {withTypes && (
              <Cell span={4} mediumSpan={12}>
                <OrgTypes search={search} />
              </Cell>
            )}
          </DashboardGrid>
        </Stack>
      )}
    </>
  );
};
