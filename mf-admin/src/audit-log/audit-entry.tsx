import { formatAuditAction } from '@readerlens/contract/audit';
import type { ListColumn } from '@readerlens/filters/list';
import { Box, Breakable, CardListItem, OfferedLink, Span, Stack, Text } from '@readerlens/ui';
import dayjs from 'dayjs';
import { userPath } from '../person/person.ts';
import type { AuditEntry } from './audit.queries.ts';

type Person = NonNullable<AuditEntry['actor']>;

const Moment = ({ entry }: { entry: AuditEntry }) => (
  <time dateTime={entry.at}>{dayjs(entry.at).format('YYYY-MM-DD HH:mm:ss')}</time>
);

const PersonLink = ({ person }: { person: Person }) => (
  <Box minW="0">
    {person.isDeleted ? person.name : <OfferedLink to={userPath(person.id)}>{person.name}</OfferedLink>}
    <Text textStyle="small" color="textMuted">
      <Breakable>{person.email}</Breakable>
    </Text>
  </Box>
);

/** Who acted, and as whom. */
const Actor = ({ entry: { actor, actedAs } }: { entry: AuditEntry }) => (
  <Box minW="0">
    {actor ? <PersonLink person={actor} /> : <Span color="textMuted">Not signed in</Span>}
    {actedAs && (
      <Box mt="1">
        <Span textStyle="small" color="textMuted">
          as
        </Span>
        <PersonLink person={actedAs} />
      </Box>
    )}
  </Box>
);

/** The changed fields with both values, and what else is known. */
const What = ({ entry: { changes, details } }: { entry: AuditEntry }) => (
  <Stack
    as="ul"
    listStyleType="none"
    gap="1"
    py="2"
    textStyle="small"
    whiteSpace="normal"
    overflowWrap="anywhere"
  >
    {changes.map(({ field, before, after }) => (
      <li key={field}>
        <Span color="textMuted">{field}: </Span>
        {before !== null && (
          <>
            <Span as="del" color="textMuted">
              {before}
            </Span>
            {' → '}
          </>
        )}
        {after ?? 'none'}
      </li>
    ))}
    {details.map(({ label, text }) => (
      <li key={label}>
        <Span color="textMuted">{label}: </Span>
        {text}
      </li>
    ))}
  </Stack>
);

export const auditColumns: readonly ListColumn<AuditEntry>[] = [
  {
    id: 'at',
    header: 'Time',
    minWidth: '152px',
    grow: 0,
    isFixed: true,
    cell: (entry) => <Moment entry={entry} />,
  },
  { id: 'actor', header: 'Who', minWidth: '190px', grow: 2, cell: (entry) => <Actor entry={entry} /> },
  {
    id: 'action',
    header: 'Action',
    minWidth: '150px',
    grow: 1,
    // A name wraps rather than being cut: it says what the row is about.
    cell: ({ action }) => (
      <Box whiteSpace="normal" overflowWrap="anywhere">
        {formatAuditAction(action)}
      </Box>
    ),
    text: ({ action }) => formatAuditAction(action),
  },
  {
    id: 'account',
    header: 'Account',
    minWidth: '190px',
    grow: 2,
    cell: ({ account }) => account && <PersonLink person={account} />,
  },
  { id: 'what', header: 'What', minWidth: '260px', grow: 4, cell: (entry) => <What entry={entry} /> },
];

/** An event as a card, on narrow windows. */
export const AuditCard = ({ entry }: { entry: AuditEntry }) => (
  <CardListItem
    row={entry}
    title={formatAuditAction(entry.action)}
    subtitle={<Moment entry={entry} />}
    aside={null}
  >
    <Stack gap="2" mt="2">
      <Actor entry={entry} />
      {entry.account && entry.account.id !== entry.actor?.id && (
        <Box>
          <Span textStyle="small" color="textMuted">
            Account
          </Span>
          <PersonLink person={entry.account} />
        </Box>
      )}
      {entry.changes.length + entry.details.length > 0 && <What entry={entry} />}
    </Stack>
  </CardListItem>
);
