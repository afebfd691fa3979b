import { clientFieldLabels } from '@readerlens/contract/onboarding';
import { Banner, Card, Flex, Span, Stack, Text, TextLink } from '@readerlens/ui';
import { FieldItem, FieldList, formatMoment } from '@readerlens/ui/parts';
import type { MadeSetup } from './client-setup.queries.ts';

const actTexts = {
  create: 'New account',
  addClient: 'Got this client',
} as const satisfies Record<MadeSetup['accounts'][number]['act'], string>;

const userPath = (userId: string) => `/admin/user/${encodeURIComponent(userId)}`;
const reportPath = (ownerId: string, configId: string) =>
  `/dissemination-contact/${encodeURIComponent(ownerId)}/${encodeURIComponent(configId)}`;

interface MadeItem {
  readonly contactId: string;
  readonly name: string;
  readonly email: string;
  readonly path: string;
  readonly note?: string;
}

const MadeList = ({ items }: { items: readonly MadeItem[] }) =>
  items.length > 0 && (
    <Stack gap="1.5">
      {items.map(({ contactId, name, email, path, note }) => (
        <Flex key={contactId} columnGap="2" wrap="wrap" overflowWrap="anywhere">
          <TextLink to={path}>{name}</TextLink>
          <Span color="textMuted">{note === undefined ? email : `${email}, ${note.toLowerCase()}`}</Span>
        </Flex>
      ))}
    </Stack>
  );

/** What was made of a form. */
export const MadeSetupCards = ({ made, clientName }: { made: MadeSetup; clientName: string }) => (
  <Stack gap="4">
    <Banner tone="positive" shape="box" role="status">
      {`Set up on ${formatMoment(made.at)}${made.by === '' ? '' : ` by ${made.by}`}.`}
    </Banner>
    <Card title={clientName} aria-label={clientName}>
      <FieldList>
        <FieldItem label="Company Info" emptyText="Unchanged">
          {made.fields.length > 0 && (
            <Text>{made.fields.map((field) => clientFieldLabels[field]).join(', ')}</Text>
          )}
        </FieldItem>
        <FieldItem label="Client Accounts" emptyText="None">
          {made.accounts.length > 0 && (
            <MadeList
              items={made.accounts.map(({ userId, act, ...account }) => ({
                ...account,
                path: userPath(userId),
                note: actTexts[act],
              }))}
            />
          )}
        </FieldItem>
        <FieldItem label="Activity Reports" emptyText="None">
          {made.reports.length > 0 && (
            <MadeList
              items={made.reports.map(({ ownerId, configId, ...report }) => ({
                ...report,
                path: reportPath(ownerId, configId),
              }))}
            />
          )}
        </FieldItem>
      </FieldList>
    </Card>
  </Stack>
);
