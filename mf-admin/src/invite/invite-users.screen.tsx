import { countText } from '@readerlens/contract/numbers';
import { useUser } from '@readerlens/auth/react';
import { clientsPerUser, rolesToCreate } from '@readerlens/contract/administration';
import { isStaff, roleLabels } from '@readerlens/contract/vocabulary';
import type { Role } from '@readerlens/contract/vocabulary';
import { OptionsField } from '@readerlens/filters';
import { namedCatalogue } from '@readerlens/filters/model';
import {
  ActionBar,
  Banner,
  Button,
  Card,
  FormProvider,
  Grid,
  PageHeader,
  SelectField,
  Stack,
  Switch,
  TextAreaField,
  TextLink,
  useFormContext,
  useTextField,
} from '@readerlens/ui';
import { FileText } from 'lucide-react';
import { useRef } from 'react';
import type { ChangeEvent } from 'react';
import { usersPath } from '../person/person.ts';
import { countReady, useInvite } from './invite.ts';
import type { Invitation, Invite, Outcome } from './invite.ts';
import { PeopleTable } from './people-table.tsx';

const clientsField = namedCatalogue.find('Clients')!;
const peopleText = (count: number) => countText(count, 'person', 'people');

/** Replaces the text by that of a file. */
const FileButton = ({ onText }: { onText: (text: string) => void }) => {
  const input = useRef<HTMLInputElement>(null);
  const read = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    // The same file can be chosen again.
    if (file) onText(await file.text());
    target.value = '';
  };
  return (
    <>
      <Button icon={<FileText size={15} aria-hidden="true" />} onClick={() => input.current?.click()}>
        Choose a CSV file
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv,.txt,.tsv,text/csv,text/plain"
        aria-label="CSV file"
        hidden
        onChange={(event) => void read(event)}
      />
    </>
  );
};

const PeopleCard = ({ busy }: Pick<Invite, 'busy'>) => {
  const { change } = useFormContext<Invitation>();
  return (
    <Card title="People">
      <Stack gap="3" align="start">
        <TextAreaField
          label="One person per line"
          required
          rows={8}
          width="100%"
          spellCheck={false}
          placeholder={'jane@company.com, Jane, Doe\nJohn Smith <john@company.com>'}
          hint="Email, first name, last name, and if it differs from the settings: role, clients. Or CSV with a header, or addresses copied from a mail program. At most 200 people."
          disabled={busy === 'send'}
          {...useTextField('text')}
        />
        <FileButton onText={(text) => change({ text })} />
      </Stack>
    </Card>
  );
};

const SettingsCard = () => {
  const { values: invitation, change } = useFormContext<Invitation>();
  const user = useUser();
  const roles = user ? rolesToCreate(user) : [];
  return (
    <Card title="Settings">
      <Stack gap="4">
        <SelectField
          label="Role"
          options={roles.map((role) => ({ value: role, label: roleLabels[role] }))}
          value={invitation.role}
          onChange={(event: ChangeEvent<HTMLSelectElement>) => change({ role: event.target.value as Role })}
        />
        {!isStaff(invitation.role) && (
          <OptionsField
            label="Clients"
            placeholder="Name or id"
            hint={`Of people without their own; at most ${clientsPerUser}`}
            definition={clientsField}
            maxItems={clientsPerUser}
            value={invitation.clients}
            onChange={(terms) => change({ clients: terms.map(({ id, name }) => ({ id, name: name ?? id })) })}
          />
        )}
        <Switch
          label="Send the registration emails to me"
          checked={invitation.mailToCaller}
          onCheckedChange={(mailToCaller) => change({ mailToCaller })}
        />
      </Stack>
    </Card>
  );
};

const OutcomeNote = ({ outcome }: { outcome: Outcome }) => {
  const ready = countReady(outcome);
  const wrong = outcome.people.length - ready;
  const done = outcome.isSent ? `${peopleText(ready)} invited.` : `${peopleText(ready)} can be invited.`;
  const columns = outcome.unusedColumns.join(', ');
  return (
    <Banner role="status" shape="box" tone={wrong > 0 ? 'warning' : 'positive'}>
      {wrong > 0 ? `${done} ${peopleText(wrong)} cannot: the reasons are below.` : done}
      {columns === '' ? '' : ` These columns are not used: ${columns}.`}
    </Banner>
  );
};

const Actions = ({ invite: { form, outcome, busy, check, send, startAgain } }: { invite: Invite }) => {
  const ready = outcome && !outcome.isSent ? countReady(outcome) : 0;
  if (outcome?.isSent)
    return (
      <ActionBar aria-label="Invitation">
        {countReady(outcome) < outcome.people.length && (
          <Button loading={busy === 'check'} disabled={busy !== undefined} onClick={check}>
            Check again
          </Button>
        )}
        <Button variant="primary" onClick={startAgain}>
          Invite others
        </Button>
      </ActionBar>
    );
  return (
    <ActionBar aria-label="Invitation">
      <Button
        variant={ready > 0 ? 'secondary' : 'primary'}
        loading={busy === 'check'}
        disabled={form.values.text.trim() === '' || !form.isValid || busy !== undefined}
        onClick={check}
      >
        Check
      </Button>
      {ready > 0 && (
        <Button variant="primary" loading={busy === 'send'} disabled={busy !== undefined} onClick={send}>
          {`Invite ${peopleText(ready)}`}
        </Button>
      )}
    </ActionBar>
  );
};

/** Invites many people at once: checks each line first, and then creates the accounts of those that are right. */
export const InviteUsersScreen = () => {
  const invite = useInvite();
  const { form, outcome, busy } = invite;
  return (
    <>
      <PageHeader title="Invite Users" overline={<TextLink to={usersPath}>Manage Users</TextLink>} />
      <Stack gap="5">
        <Grid
          templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' }}
          gap="5"
          alignItems="start"
        >
          <FormProvider form={form}>
            <PeopleCard busy={busy} />
            <SettingsCard />
          </FormProvider>
        </Grid>
        {outcome && <OutcomeNote outcome={outcome} />}
        {outcome && <PeopleTable outcome={outcome} />}
        <Actions invite={invite} />
      </Stack>
    </>
  );
};
