import type { CallData, Calls } from '@readerlens/contract/client';
import {
  Cell,
  DashboardGrid,
  StatTile,
  drillToTerms,
  searchLink,
  useFigure,
} from '@readerlens/filters/dashboard';
import { sequences } from '@readerlens/contract/vocabulary';
import { formatCount, Text, TextLink } from '@readerlens/ui';
import { Building2, MousePointerClick, Repeat2, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Compared } from '@readerlens/filters/dashboard';
import { companiesListId } from './companies-list.tsx';

type OrgSummary = CallData<Calls['POST /api/most-active-cos/summary']>;

const icon = { size: 15, 'aria-hidden': true } as const;

/** How many activities no organization counts, so that the rows and the totals agree. */
const WithoutOrg = ({ count, href }: { count: number; href: string }) => (
  <Text color="textMuted" textStyle="small">
    {'The activities include '}
    <TextLink to={href}>{formatCount(count)}</TextLink>
    {' without an organization.'}
  </Text>
);

/** The numbers of organizations, readers and activities. */
export const CompaniesSummary = ({ search, previous }: Compared) => {
  const summary = useFigure('POST /api/most-active-cos/summary', { search, previous });
  const { model } = search;
  const ofSequence = (code: number) => drillToTerms(model, 'Sequence', [String(code)]);
  const tile = (label: string, mark: ReactNode, readValue: (data: OrgSummary) => number, href: string) => (
    <Cell span={3} mediumSpan={6} isTile>
      <StatTile {...{ label, readValue, href }} {...summary} icon={mark} />
    </Cell>
  );
  const without = summary.query.data?.activitiesWithoutOrgCount ?? 0;
  return (
    <>
      <DashboardGrid>
        {tile('Organizations', <Building2 {...icon} />, (data) => data.orgsCount, `#${companiesListId}`)}
        {tile('Users', <Users {...icon} />, (data) => data.usersCount, searchLink(model))}
        {tile(
          'Initial activities',
          <MousePointerClick {...icon} />,
          (data) => data.initialActivitiesCount,
          ofSequence(sequences.Initial),
        )}
        {tile(
          'Subsequent activities',
          <Repeat2 {...icon} />,
          (data) => data.subsequentActivitiesCount,
          ofSequence(sequences.Subsequent),
        )}
      </DashboardGrid>
      {without > 0 && <WithoutOrg count={without} href={drillToTerms(model, 'ReaderOrgs', [''])} />}
    </>
  );
};
