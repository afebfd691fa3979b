import { reportTypes } from '@readerlens/contract/activity-reports';
import { Box } from '@readerlens/ui';
import { List, ListPlus, Mail, Webhook } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { createElement } from 'react';
import type { ReportRun } from './reports.queries.ts';

type Report = Pick<ReportRun, 'reportType' | 'aggregateSubsequent'>;

const chooseIcon = ({ reportType, aggregateSubsequent }: Report): LucideIcon => {
  if (reportType === reportTypes.Individual) return Mail;
  if (reportType === reportTypes.Webhook) return Webhook;
  return aggregateSubsequent ? ListPlus : List;
};

export const reportTypeText = ({ reportType, aggregateSubsequent }: Report): string => {
  if (reportType === reportTypes.Individual) return 'Individual';
  if (reportType === reportTypes.Webhook) return 'Webhook';
  return aggregateSubsequent ? 'Consolidated, aggregated' : 'Consolidated';
};

/** The icon of a type of report, named by its tooltip. */
export const ReportIcon = ({ report }: { report: Report }) => {
  const name = reportTypeText(report);
  return (
    <Box
      as="span"
      display="inline-flex"
      verticalAlign="middle"
      role="img"
      aria-label={name}
      title={name}
      color="textMuted"
    >
      {createElement(chooseIcon(report), { size: 17, 'aria-hidden': true })}
    </Box>
  );
};
