import { roleLabels } from '@readerlens/contract/vocabulary';
import type { Role } from '@readerlens/contract/vocabulary';
import { ListTable } from '@readerlens/filters/list';
import type { ListColumn } from '@readerlens/filters/list';
import { Badge, Box, Breakable, CardListItem, OfferedLink, Span, Text } from '@readerlens/ui';
import { userPath } from '../person/person.ts';
import type { InvitedPerson, Outcome } from './invite.ts';

const formatName = ({ firstName, lastName }: InvitedPerson) => `${firstName} ${lastName}`.trim() || '–';
const formatRole = ({ role }: InvitedPerson) => roleLabels[role as Role] ?? role;

/** 'Ready' or 'Invited', or what is wrong with the line. */
const Result = ({ person: { problems, userId } }: { person: InvitedPerson }) => {
  if (problems.length > 0)
    return (
      <Box as="ul" listStyleType="none" color="negative" whiteSpace="normal" py="1">
        {problems.map(({ message }) => (
          <li key={message}>{message}</li>
        ))}
      </Box>
    );
  return <Badge tone="positive">{userId === null ? 'Ready' : 'Invited'}</Badge>;
};

const Name = ({ person }: { person: InvitedPerson }) =>
  person.userId === null ? (
    <>{formatName(person)}</>
  ) : (
    <OfferedLink to={userPath(person.userId)}>{formatName(person)}</OfferedLink>
  );

const columns: readonly ListColumn<InvitedPerson>[] = [
  { id: 'line', header: 'Line', minWidth: '60px', grow: 0, numeric: true, cell: ({ line }) => line },
  { id: 'name', header: 'Name', minWidth: '150px', grow: 1, cell: (person) => <Name person={person} /> },
  { id: 'email', header: 'Email', minWidth: '190px', grow: 1, cell: ({ email }) => email },
  { id: 'role', header: 'Role', minWidth: '100px', grow: 0, cell: formatRole },
  {
    id: 'clients',
    header: 'Clients',
    minWidth: '150px',
    grow: 1,
    cell: ({ companies }) => companies.join(', '),
  },
  {
    id: 'result',
    header: 'Result',
    minWidth: '260px',
    grow: 2,
    cell: (person) => <Result person={person} />,
  },
];

const renderCard = (person: InvitedPerson) => (
  <CardListItem
    row={person}
    title={<Name person={person} />}
    subtitle={<Breakable>{person.email}</Breakable>}
    aside={<Span color="textMuted">{`Line ${person.line}`}</Span>}
  >
    <Text my="2" textStyle="small" overflowWrap="anywhere">
      {[formatRole(person), ...person.companies].join(' · ')}
    </Text>
    <Result person={person} />
  </CardListItem>
);
/** A line can have several people, and a person can be in several lines. */
interface PersonRow extends InvitedPerson {
  readonly key: string;
}
const rowKey = ({ key }: PersonRow) => key;
const byLine = { column: 'line', descending: false } as const;

/** The people of an invitation, with what is wrong with each. */
export const PeopleTable = ({ outcome }: { outcome: Outcome }) => (
  <ListTable
    caption="People"
    rows={outcome.people.map((person, index) => ({ ...person, key: String(index) }))}
    columns={columns}
    density="comfortable"
    rowKey={rowKey}
    renderCard={renderCard}
    sort={byLine}
    sortColumns={['line']}
    onSort={undefined}
    loadingRows={undefined}
    loadingHeight="96px"
  />
);
