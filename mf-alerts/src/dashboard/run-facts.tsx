import { alertReports, alertTypeLabels } from '@readerlens/contract/alerts';
import { Box, Card, TextLink } from '@readerlens/ui';
import { FieldItem, FieldList } from '@readerlens/ui/parts';
import { dayText, momentText, windowText } from './run-text.ts';
import { runsPath } from './runs-address.ts';
import type { RunDetails } from './runs.queries.ts';

const mailTexts = {
  queued: 'Waiting to be sent to you',
  sent: 'Sent to you',
  failed: 'Could not be delivered to you',
} as const;

/** The day that a run was scheduled for; it has no time. */
const slotText = ({ slot, timeZone }: RunDetails): string => `${dayText(slot, 'UTC')} (${timeZone})`;

/** An activity is new once it is imported and approved, which may be days after its date. */
const periodLabel = ({ type, baseline }: RunDetails): string => {
  if (alertReports[type] === 'activities') return 'Became available';
  return baseline ? 'Current period' : 'Period';
};

/** When the run took place, what it looked at, and whose alert it is. */
export const RunFacts = ({ run }: { run: RunDetails }) => (
  <Card aria-label="Run">
    <Box
      display="grid"
      columnGap="8"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }}
    >
      <FieldList alignContent="start">
        <FieldItem label="Type">{alertTypeLabels[run.type]}</FieldItem>
        <FieldItem label="Run On">{momentText(run.runOn)}</FieldItem>
        <FieldItem label="Scheduled for">{slotText(run)}</FieldItem>
        <FieldItem label={periodLabel(run)}>{windowText(run.current, run.timeZone)}</FieldItem>
        <FieldItem label="Baseline">{run.baseline && windowText(run.baseline, run.timeZone)}</FieldItem>
        <FieldItem label="Matched">{run.totalMatched.toLocaleString('en-US')}</FieldItem>
        <FieldItem label="Companies">{run.companies.join(', ')}</FieldItem>
      </FieldList>
      <FieldList alignContent="start" mt={{ base: '0', sm: '2.5', lg: '0' }}>
        <FieldItem label="Rule">{run.rule}</FieldItem>
        <FieldItem label="Description">{run.description}</FieldItem>
        <FieldItem label="Created By">
          {`${run.notificationCreatedBy}, ${momentText(run.notificationCreatedDate)}`}
        </FieldItem>
        <FieldItem label="Email" emptyText="None">
          {run.mail && mailTexts[run.mail]}
        </FieldItem>
        <FieldItem label="Other runs">
          <TextLink to={`${runsPath}?alert=${encodeURIComponent(run.notificationId)}`}>
            All runs of this alert
          </TextLink>
        </FieldItem>
      </FieldList>
    </Box>
  </Card>
);
