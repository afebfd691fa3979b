import type { SessionUserData } from '@readerlens/auth';
import { anyContains } from '@readerlens/contract/text';
import {
  firstReportDays,
  reportTypeNames,
  reportTypes,
  sendDayCodes,
  sendDays,
} from '@readerlens/contract/activity-reports';
import type { ReportTypeCode } from '@readerlens/contract/activity-reports';
import { OptionsField } from '@readerlens/filters';
import { namedCatalogue } from '@readerlens/filters/model';
import { FilterCards } from '@readerlens/filters/panel';
import {
  ActionBar,
  Box,
  Button,
  Card,
  Checkbox,
  DateField,
  Flex,
  Form,
  Grid,
  MultiSelect,
  SelectField,
  Stack,
  Switch,
  Text,
  TextField,
  useFormContext,
  useProblem,
  useTextField,
} from '@readerlens/ui';
import { ReceiverField, zoneOption, zoneOptions } from '@readerlens/ui/parts';
import dayjs from 'dayjs';
import { Eye } from 'lucide-react';
import type { ChangeEvent } from 'react';
import { useId, useState } from 'react';
import { useClientChoices } from '../../account-form/client-choices.queries.ts';
import { DraftPreviewDialog } from './preview.dialog.tsx';
import { aboutClient, reportForm } from './report-values.ts';
import type { ReportValues } from './report-values.ts';
import { previewIntent, useReportForm } from './use-report-form.ts';
import type { ReportFormOptions } from './use-report-form.ts';

const useReport = () => useFormContext<ReportValues>();

const clientsField = namedCatalogue.find('Clients')!;
const columns = { base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' };

const Company = ({ owner }: { owner: SessionUserData }) => {
  const { values, change } = useReport();
  const problem = useProblem('company');
  const props = {
    label: 'Company',
    required: true,
    ...(problem === undefined ? {} : { error: problem }),
    hint: 'The report holds the activities of this client only',
  };
  const value = values.company ? [values.company] : [];
  // Another client has other communities and channels, and the filters are about it.
  const choose = (company: { id: string; name: string } | undefined) =>
    change({ company, online: undefined, channelId: null, model: aboutClient(values.model, company) });
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

const Community = () => {
  const { values, change } = useReport();
  const problem = useProblem('online');
  const choices = useClientChoices(values.company ? [values.company.id] : []);
  const [text, setText] = useState('');
  const options = choices.communities.filter(({ name }) => anyContains([name], text));
  return (
    <MultiSelect
      label="Community"
      single
      placeholder="All communities"
      disabled={!values.company}
      error={problem ?? choices.error?.message}
      value={values.online ? [values.online] : []}
      source={choices.isPending ? { status: 'loading' } : { status: 'ready', options }}
      onQueryChange={setText}
      onChange={([online]) => change({ online })}
    />
  );
};

interface ContactTextProps {
  field: 'email' | 'firstName' | 'lastName';
  label: string;
  type?: string;
}

const ContactText = ({ field, label, type = 'text' }: ContactTextProps) => (
  <TextField label={label} type={type} required {...useTextField(field)} />
);

const Contact = ({ owner }: { owner: SessionUserData }) => (
  <Card title="Contact" aria-label="Contact">
    <Grid templateColumns={columns} gap="4">
      <ContactText field="firstName" label="First Name" />
      <ContactText field="lastName" label="Last Name" />
      <ContactText field="email" label="Email" type="email" />
      <Company owner={owner} />
      <Community />
    </Grid>
  </Card>
);

const typeHints: Readonly<Record<ReportTypeCode, string>> = {
  [reportTypes.Individual]: 'One email for each activity, with its sheet',
  [reportTypes.Consolidated]: 'One email with all activities in an Excel file',
  [reportTypes.Webhook]:
    "The activities as JSON to the client's webhook, or a short message to a Slack or Teams channel",
};
const typeOptions = Object.entries(reportTypeNames).map(([value, label]) => ({ value, label }));

const Days = () => {
  const { values, change } = useReport();
  const errorId = useId();
  const problem = useProblem('sendDays');
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

const StartDate = () => {
  const { values, change } = useReport();
  const byDefault = values.reportType === reportTypes.Consolidated ? 'the last year' : 'from now on';
  return (
    <DateField
      label="Start date"
      hint={`The first day of the first report. Without one: ${byDefault}`}
      error={useProblem('startDate')}
      min={dayjs().subtract(firstReportDays, 'day').format('YYYY-MM-DD')}
      max={dayjs().format('YYYY-MM-DD')}
      value={values.startDate}
      onChange={(startDate) => change({ startDate })}
    />
  );
};

const Receiver = () => {
  const { values, change } = useReport();
  return (
    <ReceiverField
      clientId={values.company?.id}
      value={values.channelId}
      error={useProblem('channelId')}
      onChange={(channelId) => change({ channelId })}
    />
  );
};

const Report = ({ isNew }: { isNew: boolean }) => {
  const { values, change } = useReport();
  const typeProblem = useProblem('reportType');
  const zoneProblem = useProblem('timeZone');
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
            error={typeProblem}
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
            error={zoneProblem}
          />
          {isWebhook && <Receiver />}
          {isNew && <StartDate />}
        </Grid>
        <Days />
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
  const { form, preview, closePreview, isPreviewing } = useReportForm(options);
  const { values, saving, change } = form;
  const isIndividual = values.reportType === reportTypes.Individual;
  return (
    <Form form={form} aria-label="Activity report configuration">
      <Stack gap="5">
        <Contact owner={owner} />
        <Report isNew={config === undefined} />
        <FilterCards
          {...reportForm}
          key={isIndividual ? 'individual' : 'typed'}
          owner={owner}
          catalogue={catalogue}
          activityTypes={!isIndividual}
          typesRequired={!isIndividual}
          value={values.model}
          onChange={(model) => change({ model })}
          checked={form.isChecked}
        />
        <ActionBar follows aria-label="Changes of the report">
          <Button type="submit" variant="primary" loading={saving && !isPreviewing} disabled={isPreviewing}>
            Save
          </Button>
          <Button
            icon={<Eye size={15} aria-hidden="true" />}
            loading={isPreviewing}
            disabled={saving && !isPreviewing}
            onClick={() => form.submit(previewIntent)}
          >
            Preview
          </Button>
        </ActionBar>
      </Stack>
      <DraftPreviewDialog
        preview={preview}
        timeZone={values.timeZone}
        startsNow={
          config === undefined && values.reportType !== reportTypes.Consolidated && values.startDate === null
        }
        onClose={closePreview}
      />
    </Form>
  );
};
