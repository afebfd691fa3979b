import { nameOf } from '../session.ts';
import type { Session } from '../session.ts';
import { timeText } from '../time-text.ts';
import type { Column, Row } from './sheet-xml.ts';

export const aboutColumns: readonly Column[] = [
  { title: 'About this export', width: 28 },
  { title: '', width: 60 },
];

export interface About {
  readonly user: Session['user'];
  readonly count: number;
  readonly masked: boolean;
  readonly selection: string;
}

/** What the second sheet of every export says first: when and by whom, how much, and whether it is masked. */
export const aboutRows = ({ user, count, masked, selection }: About): Row[] => [
  ['Exported', `${timeText(new Date())} UTC`],
  ['By', nameOf(user)],
  ['Rows', count],
  ['Masked', masked ? 'Yes' : 'No'],
  ['Selection', selection],
];
