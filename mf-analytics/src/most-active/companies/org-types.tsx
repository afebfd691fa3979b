import type { CallData, Calls } from '@readerlens/contract/client';
import {
  drillToTerms,
  shapedFigureQuery,
  usePreviousData,
  useQueryChart,
  withPreviousValues,
} from '@readerlens/filters/dashboard';
import { formatCount, TextLink } from '@readerlens/ui';
import { ChartCard, barsView, units } from '@readerlens/ui/charts';
import { useQuery } from '@tanstack/react-query';
import type { Compared, DashboardSearch } from '@readerlens/filters/dashboard';
import { withDrills } from '../../dashboard/chart-views.ts';

type OrgTypeRow = CallData<Calls['POST /api/most-active-cos/orgtypechartdata']>[number];

const height = { full: 700, empty: 200 };

const toPoint = ({ companyType, activitiesCount }: OrgTypeRow) => ({
  id: companyType,
  name: companyType,
  value: activitiesCount,
});

const orgTypesQuery = (search: DashboardSearch) =>
  shapedFigureQuery('POST /api/most-active-cos/orgtypechartdata', search, {}, ({ data, withoutType }) => ({
    types: data,
    withoutType,
  }));

/** Engagements by type of organization. Types overlap, so that the parts do not add up to the total. */
export const OrgTypes = ({ search, previous }: Compared) => {
  const query = useQuery(orgTypesQuery(search));
  const before = usePreviousData(previous, orgTypesQuery);
  const withoutType = query.data?.withoutType ?? 0;
  return (
    <ChartCard
      title="Engagements by Org Type"
      titleLimit={32}
      minHeight={height.empty}
      note={
        <>
          {'An organization can have several types, so the bars may overlap.'}
          {withoutType > 0 && (
            <>
              {' Without a type: '}
              <TextLink to={drillToTerms(search.model, 'OrgType', [''])}>{formatCount(withoutType)}</TextLink>
              .
            </>
          )}
        </>
      }
      {...useQueryChart(query, ({ types }) =>
        barsView(
          withDrills(
            withPreviousValues(types.map(toPoint), before?.types.map(toPoint)),
            'OrgType',
            search.model,
          ),
          { unit: units.engagements, of: 'Org type', additive: false, height: height.full },
        ),
      )}
    />
  );
};
