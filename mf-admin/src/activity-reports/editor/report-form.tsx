import type { SessionUserData } from '@readerlens/auth';
import { anyContains } from '@readerlens/contract/text';
import { reportTypeNames, reportTypes, sendDayCodes, sendDays } from '@readerlens/contract/activity-reports';
import type { PastDays, ReportTypeCode } from '@readerlens/contract/activity-reports';
import { OptionsField } from '@readerlens/filters';
import { namedCatalogue } from '@readerlens/filters/model';
import { FilterCards } from '@readerlens/filters/panel';
import {
  ActionBar,
  Banner,
  Box,
  Button,
  Card,
  Checkbox,
  Flex,
  Grid,
  MultiSelect,
  SelectField,
  Stack,
  Switch,
  Text,
  TextField,
} from '@readerlens/ui';
import { timeZones } from '@readerlens/ui/parts';
import type { ChangeEvent, FormEvent } from 'react';
import { useId, useState } from 'react';
import { useClientChoices } from '../../account-form/client-choices.queries.ts';
import { aboutClient, pastDaysOptions, reportForm } from './report-values.ts';
import { useReportForm } from './use-report-form.ts';
import type { ReportFormOptions, ReportFormState } from './use-report-form.ts';

interface Part {
  form: ReportFormState;
}

const clientsField = namedCatalogue.find('Clients')!;
const columns = { base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' };

const Company = ({ form: { values, problems, change }, owner }: Part & { owner: SessionUserData }) => {
  const problem = problems.companyId;
  const props = {
    label: 'Company',
    required: true,
    ...(problem === undefined ? {} : { error: problem }),
    hint: 'The report holds the activities of this client only',
  };
  const value = values.company ? [values.company] : [];
  // Another client has other communities, and the filters are about it.
  const choose = (company: { id: string; name: string } | undefined) =>
    change({ company, online: undefined, model: aboutClient(values.model, company) });
  if (owner.companies.length > 0)
    return (
      <MultiSelect
        {...props}
        single
        options={owner.companies.map(({ id, name }) => ({ id, name }))}
        value={value}
        onChange={([chosen]) => choose(chosen)}
      />
    );
  return (
    <OptionsField
      {...props}
      single
      placeholder="Name or id"
      definition={clientsField}
      value={value}
      onChange={([chosen]) => choose(chosen && { id: chosen.id, name: chosen.name ?? chosen.id })}
    />
  );
};

const Community = ({ form: { values, problems, change } }: Part) => {
  const choices = useClientChoices(values.company ? [values.company.id] : []);
  const [text, setText] = useState('');
  const options = choices.communities.filter(({ name }) => anyContains([name], text));
  return (
    <MultiSelect
      label="Community"
      single
      placeholder="All communities"
      disabled={!values.company}
      error={problems.onlineId ?? choices.error?.message}
      value={values.online ? [values.online] : []}
      source={choices.isPending ? { status: 'loading' } : { status: 'ready', options }}
      onQueryChange={setText}
      onChange={([online]) => change({ online })}
    />
  );
};

const Contact = ({ form, owner }: Part & { owner: SessionUserData }) => {
  const { values, problems, change } = form;
  const text = (field: 'email' | 'firstName' | 'lastName', label: string, type = 'text') => (
    <TextField
      label={label}
      type={type}
      required
      error={problems[field]}
      value={values[field]}
      onChange={(event: ChangeEvent<HTMLInputElement>) => change({ [field]: event.target.value })}
    />
  );
  return (
    <Card title="Contact" aria-label="Contact">
      <Grid templateColumns={columns} gap="4">
        {text('firstName', 'First Name')}
        {text('lastName', 'Last Name')}
        {text('email', 'Email', 'email')}
        <Company form={form} owner={owner} />
        <Community form={form} />
      </Grid>
    </Card>
  );
};

const typeHints: Readonly<Record<ReportTypeCode, string>> = {
  [reportTypes.Individual]: 'One email for each activity, with its sheet',
  [reportTypes.Consolidated]: 'One email with all activities in an Excel file',
  [reportTypes.Webhook]: "The activities as JSON to the client's webhook",
};
const typeOptions = Object.entries(reportTypeNames).map(([value, label]) => ({ value, label }));

const Days = ({ form: { values, problems, change } }: Part) => {
  const errorId = useId();
  const problem = problems.sendDays;
  return (
    <Box
      as="fieldset"
      border="none"
      p="0"
      m="0"
      aria-describedby={problem === undefined ? undefined : errorId}
    >
      <Text as="legend" textStyle="small" fontWeight="semibold" mb="2">
        Send days
      </Text>
      <Flex gap="4" wrap="wrap">
        {sendDayCodes.map((code) => (
          <Checkbox
            key={code}
            label={sendDays[code]}
            aria-invalid={problem === undefined ? undefined : true}
            checked={values.sendDays.includes(code)}
            onChange={() =>
              change({
                sendDays: values.sendDays.includes(code)
                  ? values.sendDays.filter((each) => each !== code)
                  : [...values.sendDays, code],
              })
            }
          />
        ))}
      </Flex>
      {problem !== undefined && (
        <Text id={errorId} mt="2" textStyle="small" color="negative">
          {problem}
        </Text>
      )}
    </Box>
  );
};

const zoneOption = (name: string) => ({ id: name, name: name.replaceAll('_', ' ') });
const zoneOptions = timeZones.map(zoneOption);

const Report = ({ form, isNew }: Part & { isNew: boolean }) => {
  const { values, problems, change } = form;
  const isConsolidated = values.reportType === reportTypes.Consolidated;
  const isWebhook = values.reportType === reportTypes.Webhook;
  return (
    <Card title="Report">
      <Stack gap="5">
        <Grid templateColumns={columns} gap="4">
          <SelectField
            label="Report Type"
            required
            hint={typeHints[values.reportType]}
            error={problems.reportType}
            options={typeOptions}
            value={String(values.reportType)}
            onChange={(event: ChangeEvent<HTMLSelectElement>) =>
              change({ reportType: Number(event.target.value) as ReportTypeCode })
            }
          />
          <MultiSelect
            label="Time zone"
            single
            required
            hint="Reports are sent at 06:00 and cover everything before that day"
            options={zoneOptions}
            value={values.timeZone === '' ? [] : [zoneOption(values.timeZone)]}
            onChange={([chosen]) => change({ timeZone: chosen?.id ?? '' })}
            error={problems.timeZone}
          />
          {isNew && !isConsolidated && (
            <SelectField
              label="First report"
              hint="Which past activities the first report includes"
              error={problems.pastDays}
              options={pastDaysOptions}
              value={String(values.pastDays)}
              onChange={(event: ChangeEvent<HTMLSelectElement>) =>
                change({ pastDays: Number(event.target.value) as PastDays })
              }
            />
          )}
        </Grid>
        {isNew && isConsolidated && (
          <Text color="textMuted" textStyle="small">
            The first report covers the last year.
          </Text>
        )}
        <Days form={form} />
        <Stack gap="3">
          {isConsolidated && (
            <Switch
              label="Aggregate Subsequent Engagements"
              checked={values.aggregateSubsequent}
              onCheckedChange={(on) => change({ aggregateSubsequent: on })}
            />
          )}
          <Switch
            label="Include the activity quality column"
            checked={values.includeActivityQualityColumn}
            onCheckedChange={(on) => change({ includeActivityQualityColumn: on })}
          />
          {!isWebhook && (
            <Switch
              label="Attach the file to the email"
              checked={values.includeEmailAttachement}
              onCheckedChange={(on) => change({ includeEmailAttachement: on })}
            />
          )}
          <Switch
            label="Disabled: the contact receives no engagements or customer requests"
            checked={values.disabled}
            onCheckedChange={(on) => change({ disabled: on })}
          />
        </Stack>
      </Stack>
    </Card>
  );
};

/** A configuration, new or existing. */
export const ReportForm = (options: ReportFormOptions) => {
  const { owner, catalogue, config } = options;
  const form = useReportForm(options);
  const { setForm, values, problems, checked, saving, failure, change } = form;
  const isIndividual = values.reportType === reportTypes.Individual;
  const problem = problems.indices ?? problems.filters ?? failure;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.submit();
  };
  return (
    <form ref={setForm} noValidate aria-label="Activity report configuration" onSubmit={submit}>
      <Stack gap="5">
        <Contact form={form} owner={owner} />
        <Report form={form} isNew={config === undefined} />
        <FilterCards
          {...reportForm}
          key={isIndividual ? 'individual' : 'typed'}
          owner={owner}
          catalogue={catalogue}
          activityTypes={!isIndividual}
          typesRequired={!isIndividual}
          value={values.model}
          onChange={(model) => change({ model })}
          checked={checked}
        />
        {problem !== undefined && (
          <Banner role="alert" tone="negative" shape="box">
            {problem}
          </Banner>
        )}
        <ActionBar follows aria-label="Changes of the report">
          <Button type="submit" variant="primary" loading={saving}>
            Save
          </Button>
        </ActionBar>
      </Stack>
    </form>
  );
};
