import { formatFullName } from '../../people/person-name.ts';
import type { UserRow } from '../../people/tables.ts';
import { timeText } from '../../platform/time-text.ts';
import type { Column, Row } from '../../platform/spreadsheet/sheet-xml.ts';

export const aboutColumns: readonly Column[] = [
  { title: 'About this export', width: 28 },
  { title: '', width: 60 },
];

export interface About {
  readonly user: Pick<UserRow, 'first_name' | 'last_name'>;
  readonly count: number;
  readonly masked: boolean;
  readonly selection: string;
}

/** The first rows of the About sheet of every export: date, author, number of rows, and whether it is masked. */
export const aboutRows = ({ user, count, masked, selection }: About): Row[] => [
  ['Exported', `${timeText(new Date())} UTC`],
  ['By', formatFullName(user)],
  ['Rows', count],
  ['Masked', masked ? 'Yes' : 'No'],
  ['Selection', selection],
];
