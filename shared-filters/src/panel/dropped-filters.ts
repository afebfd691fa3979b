import type { CallData, Calls } from '@readerlens/contract/client';
import { toast } from '@readerlens/ui';
import { droppedMessages } from '../model/messages.ts';

type Dropped = CallData<Calls['PUT /api/default-filters']>['dropped'];

/** How long the message stays: its reader also has to look for the filters. */
const durationMs = 10_000;

/** Says which filters a save has left out, if any, and why. */
export const showDroppedFilters = (dropped: Dropped = []): void => {
  if (dropped.length > 0) toast.warning(droppedMessages(dropped).join(' '), { durationMs });
};
