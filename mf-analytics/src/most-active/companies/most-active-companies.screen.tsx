import { useUser } from '@readerlens/auth/react';
import { maxOrgRows } from '@readerlens/contract/most-active';
import { Cell, DashboardGrid } from '@readerlens/filters/dashboard';
import { maySeeValue } from '@readerlens/filters/model';
import { useListView } from '@readerlens/filters/list';
import { ChooseClient } from '@readerlens/filters/panel';
import { Box, Stack } from '@readerlens/ui';
import { ComparedHead } from '../../dashboard/compared-head.tsx';
import { EngagementsChange } from '../../dashboard/engagements-change.tsx';
import { useComparedSearch } from '../../dashboard/use-compared-search.ts';
import { companiesAddress } from './companies-address.ts';
import { CompaniesList } from './companies-list.tsx';
import { CompaniesSummary } from './companies-summary.tsx';
import { OrgTypes } from './org-types.tsx';
import { useProperties } from './use-properties.ts';

/** The organizations ranked by engagements. */
export const MostActiveCompaniesScreen = () => {
  const compared = useComparedSearch();
  const { panel, search, previous, dates, needsClient } = compared;
  const user = useUser();
  const { view } = useListView(companiesAddress);
  const { shown } = useProperties(view.columns);
  // A trend and chosen columns are more, beside which names would be cut off.
  const isWide = view.trend !== 'all' || shown.length > 0;
  const withTypes = maySeeValue('orgTypes', new Set(user?.searchFields));
  return (
    <>
      <ComparedHead title="Most Active Companies" description={dates} compared={compared} />
      {needsClient ? (
        <ChooseClient panel={panel} />
      ) : (
        <Stack gap="4">
          <CompaniesSummary search={search} previous={previous} />
          <EngagementsChange compared={compared} by="organization" />
          <DashboardGrid>
            <Cell span={withTypes && !isWide ? 8 : 12} mediumSpan={12}>
              <CompaniesList {...{ compared, withTypes }} />
            </Cell>
            {withTypes && (
              <Cell span={isWide ? 12 : 4} mediumSpan={12}>
                {/* A page of the list may be much taller than the chart. */}
                <Box height={view.size === maxOrgRows ? 'full' : 'auto'}>
                  <OrgTypes search={search} previous={previous} />
                </Box>
              </Cell>
            )}
          </DashboardGrid>
        </Stack>
      )}
    </>
  );
};
