import { alertReports } from '@readerlens/contract/alerts';
import { Banner, Box } from '@readerlens/ui';
import { countText, formatMoment } from '@readerlens/ui/parts';
import type { RunDetails } from './runs.queries.ts';

const missedText = ({ missedSlots, type }: RunDetails): string => {
  const missed =
    missedSlots === 1
      ? 'The scheduled run before this one did not take place.'
      : `The ${missedSlots.toLocaleString('en-US')} scheduled runs before this one did not take place.`;
  return alertReports[type] === 'activities' ? `${missed} This run includes their activities.` : missed;
};

const insufficientText = (count: number): string =>
  `${countText(count, 'reader or organization was', 'readers or organizations were')} not evaluated, because the baseline is too small.`;

const listNotes = (run: RunDetails): string[] => [
  ...(run.totalMatched === 0 ? ['Nothing matched in this run, so that no email was sent.'] : []),
  ...(run.exceedsThreshold ? ['More activities matched than the file lists.'] : []),
  ...(run.fileNote === null ? [] : [run.fileNote]),
  ...(run.missedSlots > 0 ? [missedText(run)] : []),
  ...(run.insufficientBaseline > 0 ? [insufficientText(run.insufficientBaseline)] : []),
  ...(run.incompleteClients.length > 0
    ? [
        `Not evaluated, because their data starts after the baseline does: ${run.incompleteClients.join(', ')}.`,
      ]
    : []),
  ...(run.undeliveredTo.length > 0
    ? [`The email of this run could not be delivered to ${run.undeliveredTo.join(', ')}.`]
    : []),
  ...run.deferred.map(
    ({ to, until }) =>
      `The email of this run to ${to} is sent at ${formatMoment(until, 'long')}, because the limit of emails to this address is reached.`,
  ),
];

/** What the figures of a run do not say. */
export const RunNotes = ({ run }: { run: RunDetails }) => {
  const notes = listNotes(run);
  if (notes.length === 0) return null;
  return (
    <Banner tone="info" shape="box" role="note">
      <Box
        as="ul"
        m="0"
        overflowWrap="anywhere"
        ps={notes.length > 1 ? '4' : '0'}
        listStyleType={notes.length > 1 ? 'disc' : 'none'}
      >
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </Box>
    </Banner>
  );
};
