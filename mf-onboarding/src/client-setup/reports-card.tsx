import { reportTypeNames, sendDayCodes, sendDays } from '@readerlens/contract/activity-reports';
import {
  Box,
  Card,
  Checkbox,
  Flex,
  Grid,
  SelectField,
  Stack,
  Text,
  useFormContext,
  useProblem,
} from '@readerlens/ui';
import { countText } from '@readerlens/ui/parts';
import { useId } from 'react';
import type { SetupProposal } from './client-setup.queries.ts';
import { ContactLabel, NoContacts, RowProblem, SetupRow, SetupRows } from './setup-rows.tsx';
import type { ReportChoice, SetupValues } from './setup-values.ts';

interface ChoiceProps {
  /** Of the form. */
  field: string;
  choice: ReportChoice;
}

const Days = ({ field, choice }: ChoiceProps) => {
  const { changeField } = useFormContext<SetupValues>();
  const errorId = useId();
  const problem = useProblem(`${field}.sendDays`);
  const chosen = choice.sendDays;
  return (
    <Box
      as="fieldset"
      border="none"
      p="0"
      m="0"
      aria-describedby={problem === undefined ? undefined : errorId}
    >
      <Text as="legend" textStyle="small" fontWeight="medium" mb="1.5">
        Send days
      </Text>
      <Flex columnGap="3.5" rowGap="1" wrap="wrap" minH="32px" align="center">
        {sendDayCodes.map((code) => (
          <Checkbox
            key={code}
            label={sendDays[code].slice(0, 3)}
            aria-label={sendDays[code]}
            aria-invalid={problem === undefined ? undefined : true}
            checked={chosen.includes(code)}
            onChange={() =>
              changeField(
                `${field}.sendDays`,
                chosen.includes(code) ? chosen.filter((each) => each !== code) : [...chosen, code],
              )
            }
          />
        ))}
      </Flex>
      {problem !== undefined && (
        <Text id={errorId} mt="1" textStyle="small" color="negative">
          {problem}
        </Text>
      )}
    </Box>
  );
};

const typeOptions = Object.entries(reportTypeNames).map(([value, label]) => ({ value, label }));

const ReportFields = ({ field, choice, owners }: ChoiceProps & { owners: SetupProposal['owners'] }) => {
  const { changeField } = useFormContext<SetupValues>();
  const typeError = useProblem(`${field}.reportType`);
  return (
    <Grid
      templateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))', xl: '1fr 180px auto' }}
      gap="3"
      alignItems="start"
    >
      <SelectField
        label="Owner"
        error={useProblem(`${field}.ownerId`)}
        options={owners.map(({ id, name }) => ({ value: id, label: name }))}
        value={choice.ownerId}
        onChange={({ currentTarget }) => changeField(`${field}.ownerId`, currentTarget.value)}
      />
      <SelectField
        label="Report Type"
        error={typeError}
        options={typeOptions}
        value={String(choice.reportType)}
        onChange={({ currentTarget }) => changeField(`${field}.reportType`, Number(currentTarget.value))}
      />
      <Days {...{ field, choice }} />
    </Grid>
  );
};

type Report = SetupProposal['reports'][number];

const ReportRow = ({ report, owners }: { report: Report; owners: SetupProposal['owners'] }) => {
  const { values, changeField } = useFormContext<SetupValues>();
  const { contactId, name, email, existing } = report;
  const field = `reports.${contactId}`;
  const problem = useProblem(field);
  const choice = values.reports[contactId];
  if (!choice) return null;
  return (
    <SetupRow label={name}>
      <Checkbox
        label={<ContactLabel {...{ name, email }} />}
        checked={choice.isChosen}
        aria-invalid={problem === undefined ? undefined : true}
        onChange={() => changeField(`${field}.isChosen`, !choice.isChosen)}
      />
      <Stack gap="2">
        {existing > 0 && (
          <Text textStyle="small" color="textMuted">
            Gets {countText(existing, 'activity report')} about this client already
          </Text>
        )}
        {choice.isChosen && <ReportFields {...{ field, choice, owners }} />}
        <RowProblem problem={problem} />
      </Stack>
    </SetupRow>
  );
};

/** The activity reports for the contacts of the form. */
export const ReportsCard = ({ proposal: { reports, owners } }: { proposal: SetupProposal }) => (
  <Card
    title="Activity Reports"
    aria-label="Activity Reports"
    subtitle="About the activities of the client, with what the owner may see"
  >
    {reports.length === 0 && <NoContacts />}
    <SetupRows>
      {reports.map((report) => (
        <ReportRow key={report.contactId} {...{ report, owners }} />
      ))}
    </SetupRows>
  </Card>
);
