import { activityTypeLabel } from '@readerlens/contract/vocabulary';
import type { ListColumn } from '@readerlens/filters/list';
import { Badge, CardListItem, OfferedLink, Span, Text } from '@readerlens/ui';
import { CardActions, RowActions } from '@readerlens/ui/parts';
import type { RowAction } from '@readerlens/ui/parts';
import dayjs from 'dayjs';
import { Star, StarOff, Trash2 } from 'lucide-react';
import { useContext } from 'react';
import { savedSearchPath } from '../person/person.ts';
import type { SavedSearchRow } from './searches.queries.ts';
import { SearchActionsContext } from './use-search-actions.ts';
import type { SearchActions } from './use-search-actions.ts';

interface Props {
  search: SavedSearchRow;
}

const listActions = (search: SavedSearchRow, actions: SearchActions): RowAction[] => {
  const { name, isDefault } = search;
  return [
    isDefault
      ? {
          label: 'Remove default',
          name: `Remove default: ${name}`,
          Icon: StarOff,
          onSelect: () => actions.removeDefault(search),
        }
      : {
          label: 'Set as default',
          name: `Set as default: ${name}`,
          Icon: Star,
          onSelect: () => actions.makeDefault(search),
        },
    {
      label: 'Delete',
      name: `Delete ${name}`,
      Icon: Trash2,
      onSelect: () => actions.remove(search),
    },
  ];
};

const useRowActions = (search: SavedSearchRow) => {
  const actions = useContext(SearchActionsContext);
  return { actions: actions ? listActions(search, actions) : [], isBusy: actions?.busy === search.id };
};

const SearchRowActions = ({ search }: Props) => <RowActions {...useRowActions(search)} />;
const SearchCardActions = ({ search }: Props) => <CardActions {...useRowActions(search)} />;

/** Links to the editor, if the search can be changed. */
const NameLink = ({ search: { userId, id, name } }: Props) =>
  useContext(SearchActionsContext) ? (
    <OfferedLink to={savedSearchPath(userId, id)}>{name}</OfferedLink>
  ) : (
    <span>{name}</span>
  );

const Default = ({ search }: Props) => search.isDefault && <Badge tone="accent">Default</Badge>;

const typesText = ({ indices }: SavedSearchRow): string =>
  indices.map((type) => activityTypeLabel[type]).join(', ') || 'All';

const dayText = (moment: string): string => dayjs(moment).format('MMM D, YYYY');

const Day = ({ moment, by }: { moment: string; by: string }) => (
  <time dateTime={moment} title={by && `By ${by}`}>
    {dayText(moment)}
  </time>
);

/** The columns of the list. */
export const searchColumns: readonly ListColumn<SavedSearchRow>[] = [
  {
    id: 'name',
    header: 'Name',
    minWidth: '180px',
    grow: 3,
    isFixed: true,
    sortable: true,
    cell: (search) => <NameLink search={search} />,
  },
  {
    id: 'default',
    header: 'Default',
    minWidth: '92px',
    grow: 0,
    cell: (search) => <Default search={search} />,
  },
  { id: 'types', header: 'Activity Type', minWidth: '120px', grow: 1, cell: typesText },
  {
    id: 'description',
    header: 'Description',
    minWidth: '160px',
    grow: 3,
    cell: ({ description }) => description,
  },
  {
    id: 'createdOn',
    header: 'Created',
    minWidth: '116px',
    grow: 0,
    sortable: true,
    cell: ({ createdOn, createdBy }) => <Day moment={createdOn} by={createdBy} />,
  },
  {
    id: 'updatedOn',
    header: 'Updated',
    minWidth: '116px',
    grow: 0,
    sortable: true,
    cell: ({ updatedOn, updatedBy }) => <Day moment={updatedOn} by={updatedBy} />,
  },
  {
    id: 'actions',
    header: 'Actions',
    minWidth: '92px',
    grow: 0,
    numeric: true,
    isFixed: true,
    cell: (search) => <SearchRowActions search={search} />,
  },
];

/** A search as a card, on narrow windows. */
export const SearchCard = ({ search }: Props) => (
  <CardListItem
    row={search}
    title={<NameLink search={search} />}
    subtitle={search.description}
    aside={<Default search={search} />}
  >
    <Text mt="2" textStyle="small">
      <Span color="textMuted">Activity Type: </Span>
      {typesText(search)}
    </Text>
    <Text textStyle="small">
      <Span color="textMuted">Updated: </Span>
      <Day moment={search.updatedOn} by={search.updatedBy} />
    </Text>
    <SearchCardActions search={search} />
  </CardListItem>
);
