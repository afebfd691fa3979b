import { api } from '@readerlens/auth';
import { useUser } from '@readerlens/auth/react';
import { alertSteps, daysOfWeek, frequencies } from '@readerlens/contract/alerts';
import { requiredMessage } from '@readerlens/contract/messages';
import { findExportColumn } from '@readerlens/contract/explorer';
import { exportableColumns } from '@readerlens/filters/model';
import { ColumnManager, completeNames } from '@readerlens/filters/columns';
import {
  Card,
  Grid,
  MultiSelect,
  SelectField,
  Stack,
  Switch,
  Text,
  useFormContext,
  useProblem,
} from '@readerlens/ui';
import { WizardStep, zoneOption, zoneOptions } from '@readerlens/ui/parts';
import { useMemo } from 'react';
import type { ChangeEvent } from 'react';
import type { Alert } from '../../alert/alert.queries.ts';
import { InvalidRecipients } from '../parts/invalid-recipients.tsx';
import { startSchedule } from '../parts/rule-draft.ts';
import type { ZonedSchedule } from '../parts/rule-draft.ts';
import { dayOfMonthOptions, scheduleWords } from '../parts/schedule-words.ts';
import { RulePanel } from '../parts/rule-panel.tsx';
import type { StepProps } from '../parts/step-props.ts';
import { useStepForm } from '../parts/use-step-form.ts';
import { stepPath } from '../parts/wizard-steps.ts';

interface FrequencyValues extends ZonedSchedule {
  readonly isActive: boolean;
  readonly columns: readonly string[];
}

const readFrequencyValues = (alert: Alert): FrequencyValues => ({
  ...startSchedule(alert),
  isActive: alert.scheduleActive,
  columns: alert.exportColumns.map(({ field }) => field),
});

/** The part of the values that the frequency uses, as the API takes it. */
const buildBody = (values: FrequencyValues, alert: Alert, columns: readonly string[]) => {
  const { frequency, dayOfWeek, dayOfMonth, timeZone, isActive } = values;
  return {
    frequency,
    ...(frequency === 'Weekly' ? { dayOfWeek } : {}),
    ...(frequency === 'Monthly' ? { dayOfMonth } : {}),
    timeZone,
    activateSchedule: alert.isComplete && isActive,
    exportColumns: columns.flatMap((name) => {
      const column = findExportColumn(name);
      return column ? [{ field: column.field, category: column.category }] : [];
    }),
    lastStepCompleted: alertSteps.Frequency,
    version: alert.version,
  };
};

const buildOptions = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

const Days = () => {
  const { values, change } = useFormContext<FrequencyValues>();
  return (
    <>
      <SelectField
        label="Frequency"
        options={buildOptions(frequencies)}
        value={values.frequency}
        onChange={(event: ChangeEvent<HTMLSelectElement>) =>
          change({ frequency: event.target.value as FrequencyValues['frequency'] })
        }
      />
      {values.frequency === 'Weekly' && (
        <SelectField
          label="Day of week"
          options={buildOptions(daysOfWeek)}
          value={values.dayOfWeek}
          onChange={(event: ChangeEvent<HTMLSelectElement>) =>
            change({ dayOfWeek: event.target.value as FrequencyValues['dayOfWeek'] })
          }
        />
      )}
      {values.frequency === 'Monthly' && (
        <SelectField
          label="Day of month"
          options={dayOfMonthOptions}
          value={values.dayOfMonth}
          onChange={(event: ChangeEvent<HTMLSelectElement>) =>
            change({ dayOfMonth: event.target.value as FrequencyValues['dayOfMonth'] })
          }
        />
      )}
    </>
  );
};

const Schedule = ({ isEdit }: { isEdit: boolean }) => {
  const { values, change } = useFormContext<FrequencyValues>();
  const zoneProblem = useProblem('timeZone');
  return (
    <Card title="Schedule">
      <Stack gap="4">
        <Grid templateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(3, minmax(0, 1fr))' }} gap="4">
          <Days />
          <MultiSelect
            label="Time zone"
            single
            required
            options={zoneOptions}
            value={values.timeZone === '' ? [] : [zoneOption(values.timeZone)]}
            onChange={([chosen]) => change({ timeZone: chosen?.id ?? '' })}
            error={zoneProblem}
          />
        </Grid>
        <Text color="textMuted" aria-live="polite">
          {scheduleWords(values, values.timeZone || '–')}
        </Text>
        {isEdit && (
          <Switch
            label="Schedule active"
            checked={values.isActive}
            onCheckedChange={(isActive) => change({ isActive })}
          />
        )}
      </Stack>
    </Card>
  );
};

/** When an alert runs, and the columns of its files. */
export const FrequencyStep = (props: StepProps) => {
  const { alert, owner, frame } = props;
  const user = useUser();
  const available = useMemo(() => exportableColumns(new Set(owner.searchFields)), [owner.searchFields]);
  const form = useStepForm<FrequencyValues>(props, {
    initial: readFrequencyValues(alert),
    readSaved: readFrequencyValues,
    showProblems: 'always',
    check: ({ timeZone, columns }) => ({
      timeZone: timeZone === '' ? requiredMessage('Time zone') : undefined,
      // The column manager shows that there are none.
      columns: completeNames(columns, available).length === 0 ? 'No columns' : undefined,
    }),
    send: (values) => {
      const params = { id: alert.id };
      const columns = completeNames(values.columns, available);
      const body = { ...(user ? { user: user.email } : {}), ...buildBody(values, alert, columns) };
      return api('PUT /api/notification/{id}/frequency', { params, body });
    },
  });
  const { values, change } = form;
  return (
    <WizardStep
      form={form}
      label="Frequency/Format"
      disabled={!form.isValid}
      {...frame}
      aside={<RulePanel alert={alert} step="Frequency" draft={{ schedule: form.values }} />}
    >
      <InvalidRecipients alert={alert} to={stepPath(alert, 'SetAlert')} />
      <Schedule isEdit={alert.isComplete} />
      <Card title="Export columns" subtitle="The columns of the file that each run offers.">
        <ColumnManager
          columns={available}
          value={values.columns}
          onChange={(next) => change({ columns: next })}
        />
      </Card>
    </WizardStep>
  );
};
