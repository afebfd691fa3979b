import { api } from '@readerlens/auth';
import type { CallData, Calls } from '@readerlens/contract/client';
import type { SlotContext } from '@readerlens/contract/registry';
import type { FindMarks, SlotMark } from '@readerlens/ui';

type Watched = CallData<Calls['GET /api/notification-subjects']>[number];

/** A row is about a reader or about an organization. */
const buildKey = ({ reader, organization }: SlotContext): string =>
  reader ? `Reader ${reader}` : `Organization ${organization}`;

const buildMark = ({ alertId, count }: Watched): SlotMark =>
  count === 1
    ? { text: 'Alert', to: `/notification/${alertId}/1` }
    : { text: `${count} alerts`, to: '/notifications/search' };

/** Marks the readers and organizations that an alert of the user is about. */
export const findAlertMarks: FindMarks = async (rows, { signal }) => {
  const { data } = await api('GET /api/notification-subjects', {}, { signal });
  const marks = new Map(data.map((watched) => [`${watched.kind} ${watched.id}`, buildMark(watched)]));
  return rows.map((row) => marks.get(buildKey(row)));
};
