import { countText } from '@readerlens/contract/numbers';
import { Banner, Box, Button, Flex, IconButton, Text, styled } from '@readerlens/ui';
import { CircleAlert, CircleCheck, TriangleAlert, Undo2, X } from 'lucide-react';
import { formatActivityTitle } from '../activities/activity.ts';
import type { Outcome } from './decision.ts';
import type { Message } from './use-decide.ts';

const icons = { positive: CircleCheck, warning: TriangleAlert, negative: CircleAlert };

const Details = styled('details', {
  base: {
    mt: '1',
    fontWeight: 'regular',
    color: 'text',
    '& summary': { cursor: 'pointer', width: 'fit-content', borderRadius: 'sm' },
    '& ul': { mt: '1', ps: '5', listStyleType: 'disc', maxH: '200px', overflowY: 'auto' },
  },
});

const skippedText = ({ skippedCount }: Outcome): string =>
  `${countText(skippedCount, 'activity was', 'activities were')} skipped and not changed`;

const Skipped = ({ outcome, rows }: { outcome: Outcome; rows: Message['rows'] }) => {
  const names = new Map(rows?.map((row) => [row.id, formatActivityTitle(row)]));
  const more = outcome.skippedCount - outcome.skipped.length;
  return (
    <Details>
      <summary>{skippedText(outcome)}</summary>
      <ul>
        {outcome.skipped.map(({ id, message }) => (
          <li key={id}>{[names.get(id), message].filter(Boolean).join(': ')}</li>
        ))}
        {more > 0 && <li>{`and ${more.toLocaleString('en-US')} more`}</li>}
      </ul>
    </Details>
  );
};

interface Props {
  message: Message | undefined;
  onDismiss: () => void;
}

/**
 * The result of the latest decision, above the commands that made it, and in view wherever the list is scrolled to. The
 * live region exists before the first message, so that screen readers announce it.
 */
export const OutcomeMessage = ({ message, onDismiss }: Props) => {
  const Icon = icons[message?.tone ?? 'positive'];
  return (
    <Box role="status" aria-label="Result of the review" position="sticky" bottom="2" zIndex="6">
      {message && (
        <Banner
          shape="box"
          mt="3"
          boxShadow="lg"
          tone={message.tone}
          icon={<Icon size={18} aria-hidden="true" />}
          actions={
            <Flex align="center" gap="1">
              {message.undo && (
                <Button size="sm" icon={<Undo2 size={14} aria-hidden="true" />} onClick={message.undo}>
                  Undo
                </Button>
              )}
              <IconButton
                size="sm"
                label="Dismiss"
                color="inherit"
                icon={<X size={15} aria-hidden="true" />}
                onClick={onDismiss}
              />
            </Flex>
          }
        >
          <Text>{message.text}</Text>
          {message.outcome && message.outcome.skippedCount > 0 && (
            <Skipped outcome={message.outcome} rows={message.rows} />
          )}
        </Banner>
      )}
    </Box>
  );
};
