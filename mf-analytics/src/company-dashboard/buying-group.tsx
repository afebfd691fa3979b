import type { CallData, Calls } from '@readerlens/contract/client';
import { findReaderPath, seniorityFilter } from '@readerlens/contract/readers';
import { SubjectLink } from '@readerlens/filters';
import { drillToTerms, figureQuery, searchLink } from '@readerlens/filters/dashboard';
import type { DashboardSearch } from '@readerlens/filters/dashboard';
import type { FilterModel } from '@readerlens/filters/model';
import {
  Box,
  Card,
  Flex,
  formatCount,
  Heading,
  PartLoadError,
  Skeleton,
  Text,
  TextLink,
} from '@readerlens/ui';
import { countText } from '@readerlens/ui/parts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

type BuyingGroupData = CallData<Calls['POST /api/reader-co-dashboard/buying-group']>;
type Level = BuyingGroupData['seniority'][number]['level'];

interface Row {
  key: string;
  name: string;
  title: ReactNode;
  note?: string | null;
  /** '12 readers'. */
  count: string;
  /** The search rows behind the count; undefined where no search has exactly these. */
  href: string | undefined;
}

const Part = ({ title, empty, rows }: { title: string; empty: string; rows: readonly Row[] }) => (
  <Box minW="0">
    <Heading as="h3" textStyle="body" fontWeight="semibold" mb="1">
      {title}
    </Heading>
    {rows.length === 0 && <Text color="textMuted">{empty}</Text>}
    <Box as="ul" m="0" p="0" listStyleType="none" aria-label={title}>
      {rows.map((row) => (
        <Flex
          as="li"
          key={row.key}
          gap="3"
          align="baseline"
          py="1.5"
          css={{ '& + &': { borderTopWidth: '1px' } }}
        >
          <Box flex="1" minW="0" overflowWrap="anywhere">
            {row.title}
            {row.note && (
              <Text textStyle="small" color="textMuted">
                {row.note}
              </Text>
            )}
          </Box>
          <Text textStyle="small" color="textMuted" whiteSpace="nowrap">
            {row.href === undefined ? (
              row.count
            ) : (
              <TextLink to={row.href} aria-label={`${row.name}: ${row.count}`}>
                {row.count}
              </TextLink>
            )}
          </Text>
        </Flex>
      ))}
    </Box>
  </Box>
);

/** A second filter on the same field would find others: the count is of readers whom both find. */
const isFiltered = (model: FilterModel, field: string): boolean =>
  model.filters.some((filter) => filter.field === field);

const linkToLevel = (model: FilterModel, level: Level, org: string): string | undefined =>
  isFiltered(model, 'Title')
    ? undefined
    : searchLink(
        {
          ...model,
          filters: [...model.filters, { $type: 'Text', field: 'Title', ...seniorityFilter(level) }],
        },
        { org },
      );

const levelNames: Record<Level, string> = {
  Executive: 'Executives',
  Director: 'Directors and heads',
  Manager: 'Managers and leads',
  Other: 'Other job titles, or none',
};

const buildRows = (data: BuyingGroupData, model: FilterModel, org: string) => ({
  roles: data.roles.map(({ id, name, readers }) => ({
    key: id,
    name,
    title: name,
    count: countText(readers, 'reader'),
    href: isFiltered(model, 'Personas') ? undefined : drillToTerms(model, 'Personas', [id], { org }),
  })),
  seniority: data.seniority
    .filter(({ readers }) => readers > 0)
    .map(({ level, readers }) => ({
      key: level,
      name: levelNames[level],
      title: levelNames[level],
      count: countText(readers, 'reader'),
      href: linkToLevel(model, level, org),
    })),
  newest: data.newest.map((reader) => ({
    key: reader.readerId,
    name: reader.name,
    title: <SubjectLink to={findReaderPath(reader.userIdOrEmail)}>{reader.name}</SubjectLink>,
    note: reader.jobTitle,
    count: countText(reader.totalEngagements, 'engagement'),
    href: searchLink(model, { org, reader: reader.readerId }),
  })),
});

const Parts = ({ data, model, org }: { data: BuyingGroupData; model: FilterModel; org: string }) => {
  const { roles, seniority, newest } = buildRows(data, model, org);
  const others = data.newReaders - newest.length;
  return (
    <Box
      display="grid"
      gap="6"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(3, minmax(0, 1fr))' }}
    >
      <Part title="Roles" empty="No results found" rows={roles} />
      <Part title="Seniority" empty="No results found" rows={seniority} />
      <Box minW="0">
        <Part title="New readers" empty="Nobody is new in this period." rows={newest} />
        {others > 0 && (
          <Text mt="1" textStyle="small" color="textMuted">
            {`And ${countText(others, 'other')} with fewer engagements.`}
          </Text>
        )}
      </Box>
    </Box>
  );
};

interface Props {
  search: DashboardSearch;
  orgId: string;
}

/** Who of the organization reads: roles, seniority, and who is new in the period. */
export const BuyingGroup = ({ search, orgId }: Props) => {
  const call = 'POST /api/reader-co-dashboard/buying-group';
  const { data, error, refetch } = useQuery(figureQuery(call, search, { body: { orgId } }));
  return (
    <Card
      aria-label="Buying Group"
      title="Buying Group"
      subtitle={
        data &&
        `${countText(data.readers, 'reader')}, ${formatCount(data.newReaders)} of them new: their first engagement with these clients is in this period. A reader can have several roles and levels.`
      }
    >
      {!data && error && (
        <PartLoadError part="The buying group" error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && (
        <Skeleton
          as="output"
          display="block"
          aria-label="Loading buying group"
          aria-busy="true"
          height="220px"
        />
      )}
      {data && <Parts data={data} model={search.model} org={orgId} />}
    </Card>
  );
};
