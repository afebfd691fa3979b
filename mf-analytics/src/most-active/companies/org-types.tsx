import { drillToTerms, useQueryChart } from '@readerlens/filters/dashboard';
import type { DashboardSearch } from '@readerlens/filters/dashboard';
import { TextLink } from '@readerlens/ui';
import { ChartCard, barsView, formatCount, units } from '@readerlens/ui/charts';
import { useQuery } from '@tanstack/react-query';
import { orgTypesQuery } from './companies.queries.ts';

const height = { full: 700, empty: 200 };

/** Engagements by type of organization. Types overlap, so that the parts do not add up to the total. */
export const OrgTypes = ({ search }: { search: DashboardSearch }) => {
  const query = useQuery(orgTypesQuery(search));
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
          types.map(({ companyType, activitiesCount }) => ({
            id: companyType,
            name: companyType,
            value: activitiesCount,
            href: activitiesCount > 0 ? drillToTerms(search.model, 'OrgType', [companyType]) : undefined,
          })),
          { unit: units.engagements, of: 'Org type', additive: false, height: height.full },
        ),
      )}
    />
  );
};
