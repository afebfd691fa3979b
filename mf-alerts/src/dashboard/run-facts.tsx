import { alertReports, alertTypeLabels } from '@readerlens/contract/alerts';
import { RunFactsCard } from '@readerlens/filters/runs';
import { Box } from '@readerlens/ui';
import { FieldItem, countText, formatDayIn, formatMoment, formatPeriod } from '@readerlens/ui/parts';
import { runsPath } from './runs-address.ts';
import type { RunDetails } from './runs.queries.ts';

const mailTexts = {
  queued: 'Waiting to be sent to you',
  sent: 'Sent to you',
  failed: 'Could not be delivered to you',
} as const;

/** The day that a run was scheduled for; it has no time. */
const slotText = ({ slot, timeZone }: RunDetails): string =>
  `${formatDayIn('UTC', slot, 'long')} (${timeZone})`;

/** An activity is new once it is imported and approved, which may be days after its date. */
const periodLabel = ({ type, baseline }: RunDetails): string => {
  if (alertReports[type] === 'activities') return 'Became available';
  return baseline ? 'Current period' : 'Period';
};

const WhenAndWhat = ({ run }: { run: RunDetails }) => (
  <>
    <FieldItem label="Type">{alertTypeLabels[run.type]}</FieldItem>
    <FieldItem label="Run On">{formatMoment(run.runOn, 'long')}</FieldItem>
    <FieldItem label="Scheduled for">{slotText(run)}</FieldItem>
    <FieldItem label={periodLabel(run)}>{formatPeriod(run.current, run.timeZone, 'long')}</FieldItem>
    <FieldItem label="Baseline">{run.baseline && formatPeriod(run.baseline, run.timeZone, 'long')}</FieldItem>
    <FieldItem label="Matched">{run.totalMatched.toLocaleString('en-US')}</FieldItem>
    <FieldItem label="Clients">{run.companies.join(', ')}</FieldItem>
  </>
);

/** As they were at the run: the alert may have been changed since. */
const Filters = ({ run: { filters } }: { run: RunDetails }) => (
  <Box as="ul" m="0" p="0" listStyleType="none" aria-label="Filters of this run">
    {filters
      .map(({ name, operation, value }) => `${name} ${operation} ${value}`)
      .map((text) => (
        <li key={text}>{text}</li>
      ))}
  </Box>
);

type RunList = RunDetails['accountLists'][number];

const describeList = ({ name, kind, organizations, since }: RunList): string => {
  const count = organizations === null ? [] : [`${countText(organizations, 'organization')} at this run`];
  const content = [...(kind === 'rule' ? ['by a rule'] : []), ...count];
  const text = content.length > 0 ? `${name} (${content.join(', ')})` : name;
  if (since === 'deleted') return `${text}. The list has been deleted since.`;
  const changed = kind === 'rule' ? 'Its rule has changed since.' : 'The list has changed since.';
  return since === 'changed' ? `${text}. ${changed}` : text;
};

/** What a list has today says nothing about a run of before. */
const AccountLists = ({ run: { accountLists } }: { run: RunDetails }) => (
  <Box as="ul" m="0" p="0" listStyleType="none" aria-label="Account lists of this run">
    {accountLists.map((list) => (
      <li key={list.id}>{describeList(list)}</li>
    ))}
  </Box>
);

const AlertFields = ({ run }: { run: RunDetails }) => (
  <>
    <FieldItem label="Rule">{run.rule}</FieldItem>
    <FieldItem label="Filters" emptyText="None">
      {run.filters.length > 0 && <Filters run={run} />}
    </FieldItem>
    {run.accountLists.length > 0 && (
      <FieldItem label="Account Lists">
        <AccountLists run={run} />
      </FieldItem>
    )}
    <FieldItem label="Description">{run.description}</FieldItem>
    <FieldItem label="Created By">
      {`${run.notificationCreatedBy}, ${formatMoment(run.notificationCreatedDate, 'long')}`}
    </FieldItem>
    <FieldItem label="Email" emptyText="None">
      {run.mail && mailTexts[run.mail]}
    </FieldItem>
  </>
);

/** When the run took place, what it looked at, and whose alert it is. */
export const RunFacts = ({ run }: { run: RunDetails }) => (
  <RunFactsCard
    first={<WhenAndWhat run={run} />}
    second={<AlertFields run={run} />}
    otherRuns={{
      path: `${runsPath}?alert=${encodeURIComponent(run.notificationId)}`,
      text: 'All runs of this alert',
    }}
  />
);
