import { activityTypeLabel } from '@readerlens/contract/vocabulary';
import { Box, Card, TextLink } from '@readerlens/ui';
import { FieldItem, FieldList } from '@readerlens/ui/parts';
import { reportTypeText } from '../report-icon.tsx';
import { reportRunsPath } from '../report-paths.ts';
import type { ReportDetails } from '../reports.queries.ts';
import { momentText, periodText } from './run-text.ts';
import { StateBadge } from './state-badge.tsx';

/** When the run took place, what it covered, and for whom. */
export const RunFacts = ({ run }: { run: ReportDetails }) => (
  <Card aria-label="Run">
    <Box
      display="grid"
      columnGap="8"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }}
    >
      <FieldList alignContent="start">
        <FieldItem label="Contact">{run.contact.name}</FieldItem>
        <FieldItem label="Email">{run.contact.email}</FieldItem>
        <FieldItem label="Type">{reportTypeText(run)}</FieldItem>
        <FieldItem label="Clients" emptyText="None">
          {run.companies.join(', ')}
        </FieldItem>
        <FieldItem label="Communities">{run.onlines.join(', ')}</FieldItem>
        <FieldItem label="Activity types" emptyText="All">
          {run.activityTypes.map((type) => activityTypeLabel[type]).join(', ')}
        </FieldItem>
      </FieldList>
      <FieldList alignContent="start" mt={{ base: '0', sm: '2.5', lg: '0' }}>
        <FieldItem label="Run On">{momentText(run.runOn)}</FieldItem>
        <FieldItem label="Started by">{run.isManual ? 'Send now' : run.schedule}</FieldItem>
        <FieldItem label="Period">{`${periodText(run)} (${run.timeZone})`}</FieldItem>
        <FieldItem label="Records">{run.recordsCount.toLocaleString('en-US')}</FieldItem>
        <FieldItem label="State">
          <StateBadge state={run.state} />
        </FieldItem>
        <FieldItem label="Other runs">
          <TextLink to={`${reportRunsPath}?config=${encodeURIComponent(run.activityReportConfigId)}`}>
            All runs of this report
          </TextLink>
        </FieldItem>
      </FieldList>
    </Box>
  </Card>
);
