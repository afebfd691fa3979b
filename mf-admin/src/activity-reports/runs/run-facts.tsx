import { activityTypeLabel } from '@readerlens/contract/vocabulary';
import { RunFactsCard } from '@readerlens/filters/runs';
import { Breakable } from '@readerlens/ui';
import { FieldItem, formatMoment } from '@readerlens/ui/parts';
import { reportTypeText } from '../report-icon.tsx';
import { reportRunsPath } from '../report-paths.ts';
import type { ReportDetails } from '../reports.queries.ts';
import { periodText } from './run-text.ts';
import { StateBadge } from './state-badge.tsx';

const ContactFields = ({ run }: { run: ReportDetails }) => (
  <>
    <FieldItem label="Contact">{run.contact.name}</FieldItem>
    <FieldItem label="Email">
      <Breakable>{run.contact.email}</Breakable>
    </FieldItem>
    <FieldItem label="Type">{reportTypeText(run)}</FieldItem>
    <FieldItem label="Clients" emptyText="None">
      {run.companies.join(', ')}
    </FieldItem>
    <FieldItem label="Communities">{run.onlines.join(', ')}</FieldItem>
    <FieldItem label="Activity types" emptyText="All">
      {run.activityTypes.map((type) => activityTypeLabel[type]).join(', ')}
    </FieldItem>
  </>
);

const WhenAndWhat = ({ run }: { run: ReportDetails }) => (
  <>
    <FieldItem label="Run On">{formatMoment(run.runOn)}</FieldItem>
    <FieldItem label="Started by">{run.isManual ? 'Send now' : run.schedule}</FieldItem>
    <FieldItem label="Period">{`${periodText(run)} (${run.timeZone})`}</FieldItem>
    <FieldItem label="Records">{run.recordsCount.toLocaleString('en-US')}</FieldItem>
    <FieldItem label="State">
      <StateBadge state={run.state} />
    </FieldItem>
  </>
);

/** When the run took place, what it covered, and for whom. */
export const RunFacts = ({ run }: { run: ReportDetails }) => (
  <RunFactsCard
    first={<ContactFields run={run} />}
    second={<WhenAndWhat run={run} />}
    otherRuns={{
      path: `${reportRunsPath}?config=${encodeURIComponent(run.activityReportConfigId)}`,
      text: 'All runs of this report',
    }}
  />
);
