import { reviewFilterStatuses, reviewStatusText } from '@readerlens/contract/review';
import type { ReviewFilterStatus, ReviewSortColumn } from '@readerlens/contract/review';
import type { ReviewStatus } from '@readerlens/contract/vocabulary';
import type { ListColumn } from '@readerlens/filters/list';
import { Badge, Breakable } from '@readerlens/ui';
import type { ReactNode } from 'react';
import type { ReviewActivity } from './activity.ts';
import { momentText } from './moment-text.ts';
import { ReaderLink } from './reader-link.tsx';

type ColumnId = ReviewSortColumn | 'Specifics';

type ActivityColumn = ListColumn<ReviewActivity> & { id: ColumnId };

const tones: Record<ReviewStatus, 'neutral' | 'positive' | 'negative' | 'info'> = {
  Pending: 'neutral',
  Approved: 'positive',
  Rejected: 'negative',
  RejectedAfterApproval: 'negative',
  EditAfterApproval: 'info',
};

const column = (
  id: ColumnId,
  header: string,
  cell: (row: ReviewActivity) => ReactNode,
  minWidth: string,
): ActivityColumn => ({ id, header, cell, minWidth, sortable: id !== 'Specifics' });

const columns: readonly ActivityColumn[] = [
  column('DropDate', 'Drop Date', (row) => momentText(row.dropDate), '190px'),
  column(
    'Status',
    'Status',
    (row) => <Badge tone={tones[row.status]}>{reviewStatusText[row.status]}</Badge>,
    '174px',
  ),
  column('RejectReason', 'Reject Reason', (row) => row.rejectReason, '180px'),
  column('ApprovedDate', 'Approved Date', (row) => momentText(row.approvedDate), '190px'),
  column(
    'FirstName',
    'First Name',
    (row) => {
      const name = row.firstName || (row.lastName ? null : row.fullName);
      return name && <ReaderLink activity={row}>{name}</ReaderLink>;
    },
    '110px',
  ),
  column(
    'LastName',
    'Last Name',
    // One link per row, so that the keyboard does not stop twice.
    (row) =>
      row.firstName ? row.lastName : row.lastName && <ReaderLink activity={row}>{row.lastName}</ReaderLink>,
    '110px',
  ),
  column('Client', 'Client', (row) => row.client, '160px'),
  column('Email', 'Email', (row) => row.email && <Breakable>{row.email}</Breakable>, '220px'),
  column('JobTitle', 'Job Title', (row) => row.jobTitle, '160px'),
  column('Specifics', 'Specifics', (row) => row.specifics, '200px'),
  column('Country', 'Country', (row) => row.country, '120px'),
  column('City', 'City', (row) => row.city, '120px'),
  column('State', 'State', (row) => row.state, '100px'),
  column('ActivitySource', 'Activity Source', (row) => row.activitySource, '120px'),
  column('Online', 'Online', (row) => row.online, '150px'),
  column('DocumentTitle', 'Content Title', (row) => row.documentTitle, '240px'),
  column('DocumentCompany', 'Document Company', (row) => row.documentCompanyName, '170px'),
];

/** The columns that a button puts side by side. */
export const orderColumnIds = { title: 'DocumentTitle', date: 'DropDate' } as const satisfies Record<
  string,
  ColumnId
>;

const isShown = (id: ColumnId, status: ReviewFilterStatus): boolean => {
  if (id === 'RejectReason') return status.startsWith('Rejected');
  if (id === 'ApprovedDate') return status === 'Approved';
  return true;
};

const byStatus = new Map(
  reviewFilterStatuses.map((status) => [status, columns.filter(({ id }) => isShown(id, status))]),
);

/**
 * The columns for a filter's status; reject reason and approval date are shown only for statuses that have them. The
 * same array each time.
 */
export const chooseColumns = (status: ReviewFilterStatus): readonly ActivityColumn[] =>
  byStatus.get(status) ?? columns;
