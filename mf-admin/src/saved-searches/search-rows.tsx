import { activityTypeLabel } from '@readerlens/contract/vocabulary';
import type { ListColumn } from '@readerlens/filters/list';
import { Badge, Button, CardListItem, Flex, IconButton, OfferedLink, Span, Text } from '@readerlens/ui';
import dayjs from 'dayjs';
import { Star, StarOff, Trash2 } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useContext } from 'react';
import { savedSearchPath } from '../person/person.ts';
import type { SavedSearchRow } from './searches.queries.ts';
import { SearchActionsContext } from './use-search-actions.ts';

interface Props {
  search: SavedSearchRow;
}

interface RowAction {
  /** The text of the button on a card. */
  label: string;
  /** The accessible name, with the search. */
  name: string;
  Icon: LucideIcon;
  isBusy: boolean;
  onSelect: () => void;
}

const useRowActions = (search: SavedSearchRow): RowAction[] => {
  const actions = useContext(SearchActionsContext);
  if (!actions) return [];
  const { id, name, isDefault } = search;
  const isBusy = actions.busy === id;
  return [
    isDefault
      ? {
          label: 'Remove default',
          name: `Remove default: ${name}`,
          Icon: StarOff,
          isBusy,
          onSelect: () => actions.removeDefault(search),
        }
      : {
          label: 'Set as default',
          name: `Set as default: ${name}`,
          Icon: Star,
          isBusy,
          onSelect: () => actions.makeDefault(search),
        },
    {
      label: 'Delete',
      name: `Delete ${name}`,
      Icon: Trash2,
      isBusy,
      onSelect: () => actions.remove(search),
    },
  ];
};

const RowActions = ({ search }: Props) => (
  <Flex justify="flex-end">
    {useRowActions(search).map(({ name, Icon, isBusy, onSelect }) => (
      <IconButton
        key={name}
        size="sm"
        label={name}
        icon={<Icon size={15} aria-hidden="true" />}
        disabled={isBusy}
        onClick={onSelect}
      />
    ))}
  </Flex>
);

const CardActions = ({ search }: Props) => (
  <Flex mt="3" gap="2" wrap="wrap">
    {useRowActions(search).map(({ label, name, Icon, isBusy, onSelect }) => (
      <Button
        key={name}
        size="sm"
        aria-label={name}
        icon={<Icon size={14} aria-hidden="true" />}
        disabled={isBusy}
        onClick={onSelect}
      >
        {label}
      </Button>
    ))}
  </Flex>
);

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
    cell: (search) => <RowActions search={search} />,
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
    <CardActions search={search} />
  </CardListItem>
);
