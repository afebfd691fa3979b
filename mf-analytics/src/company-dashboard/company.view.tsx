import { companySizes, findReaderPath } from '@readerlens/contract/readers';
import {
  Cell,
  DashboardGrid,
  StatTile,
  drillToDocuments,
  searchLink,
  figureQuery,
  shapedFigureQuery,
  useFigure,
  useQueryChart,
  withPreviousValues,
} from '@readerlens/filters/dashboard';
import type { DashboardSearch } from '@readerlens/filters/dashboard';
import { writeSearch } from '@readerlens/filters/model';
import type { FilterModel } from '@readerlens/filters/model';
import { Stack } from '@readerlens/ui';
import { ChartCard, rankedView, units } from '@readerlens/ui/charts';
import { countText } from '@readerlens/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { MousePointerClick, Users } from 'lucide-react';
import { webAddress } from '../activity/web-address.ts';
import { allCategories, stageBarsView } from '../dashboard/chart-views.ts';
import type { Compared } from '@readerlens/filters/dashboard';
import { OverTimeChart } from '../dashboard/over-time.chart.tsx';
import { ActivityTimeline } from '../subject/activity-lists.tsx';
import { CategoryPie } from '../subject/category-pie.tsx';
import { timelineQuery } from '../subject/subject.queries.ts';
import { BuyingGroup } from './buying-group.tsx';
import { CompanyScore } from './company-score.tsx';
import { FirstContent } from './first-content.tsx';
import { NotesCard } from './notes-card.tsx';
import { SimilarOrgs } from './similar-orgs.tsx';

interface Props {
  search: DashboardSearch;
  orgId: string;
}

type ComparedProps = Compared & Props;

const icon = { size: 15, 'aria-hidden': true } as const;

const tiles = [
  {
    call: 'POST /api/reader-co-dashboard/total-engagements-count',
    label: 'Engagements',
    icon: <MousePointerClick {...icon} />,
  },
  {
    call: 'POST /api/reader-co-dashboard/total-unique-user-engagements-count',
    label: 'Unique users',
    icon: <Users {...icon} />,
  },
] as const;

const Total = ({ search, previous, orgId, tile }: ComparedProps & { tile: (typeof tiles)[number] }) => (
  <StatTile
    label={tile.label}
    icon={tile.icon}
    readValue={({ total }) => total}
    href={searchLink(search.model, { org: orgId })}
    {...useFigure(tile.call, { search, previous }, { body: { orgId } })}
  />
);

const OverTime = ({ search, previous, orgId }: ComparedProps) => (
  <OverTimeChart
    compared={{ search, previous }}
    buildQuery={(period, { body, shape }) =>
      shapedFigureQuery(
        'POST /api/reader-co-dashboard/engagements-over-time',
        period,
        { body: { orgId, ...body } },
        shape,
      )
    }
    within={{ org: orgId }}
    unit={units.engagements}
  />
);

const ByStage = ({ search, previous, orgId }: ComparedProps) => {
  const call = 'POST /api/reader-co-dashboard/engagements-by-buyersjourney';
  const { query, before } = useFigure(call, { search, previous }, { body: { orgId } });
  return (
    <ChartCard
      title="Engagements By Buyer's Journey"
      titleLimit={42}
      {...useQueryChart(query, (points) =>
        stageBarsView(withPreviousValues(points, before), units.engagements, search.model, { org: orgId }),
      )}
    />
  );
};

const readerPage = ({ userIdOrEmail }: { userIdOrEmail: string }, model: FilterModel) => {
  const path = findReaderPath(userIdOrEmail);
  return path === null ? undefined : `${path}${writeSearch('', model)}`;
};

const TopReaders = ({ search, orgId }: Props) => {
  const call = 'POST /api/reader-co-dashboard/most-active-readers';
  const query = useQuery(figureQuery(call, search, { body: { orgId } }));
  return (
    <ChartCard
      title="Most Active Readers"
      {...useQueryChart(query, (readers) =>
        rankedView(
          readers.map((reader) => ({
            id: reader.readerId,
            name: reader.name,
            value: reader.totalEngagements,
            page: readerPage(reader, search.model),
            listHref: searchLink(search.model, { reader: reader.readerId, org: orgId }),
            note: reader.jobTitle ?? '',
          })),
          { unit: units.engagements, of: 'Reader' },
        ),
      )}
    />
  );
};

/** Left out of the notes, which have little room. */
const unclassified = 'Unclassified';

const TopContent = ({ search, orgId }: Props) => {
  const call = 'POST /api/reader-co-dashboard/most-read-content';
  const query = useQuery(figureQuery(call, search, { body: { orgId } }));
  return (
    <ChartCard
      title="Most Read Content"
      {...useQueryChart(query, (documents) =>
        rankedView(
          documents.map(({ id, title, totalEngagements, documentUrl, ...document }) => ({
            id,
            name: title,
            value: totalEngagements,
            href: webAddress(documentUrl),
            listHref: drillToDocuments(search.model, [id], { org: orgId }),
            note: [
              countText(document.totalUniqueReaders, 'reader'),
              ...[document.contentType, document.buyersJourneyStage].filter((part) => part !== unclassified),
            ].join(' · '),
          })),
          { unit: units.engagements, of: 'Document' },
        ),
      )}
    />
  );
};

/** What the readers of an organization did: totals, months, categories, readers, documents and activities. */
export const CompanyView = (props: ComparedProps) => {
  const { search, previous, orgId } = props;
  return (
    <DashboardGrid {...{ search, orgId }}>
      {tiles.map((tile) => (
        <Cell key={tile.call} span={6} isTile>
          <Total {...props} tile={tile} />
        </Cell>
      ))}
      <Cell span={12}>
        <OverTime {...props} />
      </Cell>
      <Cell span={12}>
        <CompanyScore {...{ search, orgId }} />
      </Cell>
      <Cell span={12}>
        <BuyingGroup {...{ search, orgId }} />
      </Cell>
      <Cell span={6} mediumSpan={12}>
        <CategoryPie
          search={search}
          previous={previous}
          within={{ org: orgId }}
          choices={['document-type', 'community']}
          limit={companySizes.category}
          buildQuery={(period, field) =>
            shapedFigureQuery(
              'POST /api/reader-co-dashboard/engagements-by-field/{field}',
              period,
              { params: { field }, body: { orgId, size: allCategories } },
              ({ data }) => ({ field, points: data }),
            )
          }
        />
      </Cell>
      <Cell span={6} mediumSpan={12}>
        <ByStage {...props} />
      </Cell>
      <Cell span={6} mediumSpan={12}>
        <Stack gap="4">
          <TopReaders {...props} />
          <TopContent {...props} />
          <FirstContent {...{ search, orgId }} />
          <SimilarOrgs {...props} />
        </Stack>
      </Cell>
      <Cell span={6} mediumSpan={12}>
        <ActivityTimeline
          query={timelineQuery('POST /api/reader-co-dashboard/timeline', search, { body: { orgId } })}
          href={searchLink(search.model, { org: orgId })}
          withReader
        />
      </Cell>
      <Cell span={12}>
        <NotesCard {...{ search, orgId }} />
      </Cell>
    </DashboardGrid>
  );
};
