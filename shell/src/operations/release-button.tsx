import { api } from '@readerlens/auth';
import type { HeldDeliveries } from '@readerlens/contract';
import { Box, Button, confirm, toast } from '@readerlens/ui';
import { focusRuns } from './runs-card.tsx';

const grouped = new Intl.NumberFormat('en-US');

const dueText = ({ slots, mails, webhooks }: HeldDeliveries): string =>
  `This is due: ${grouped.format(slots)} × scheduled work, ${grouped.format(mails)} × mail, ${grouped.format(webhooks)} × webhook message.`;

const confirmAndRelease = async (): Promise<void> => {
  const { data: due } = await api('GET /api/operations/deliveries');
  const confirmed = await confirm({
    title: 'Release the deliveries?',
    message: `${dueText(due)} Each is sent once, and scheduled runs send further mails and messages. If another installation still sends, people get everything twice.`,
    confirmLabel: 'Release',
  });
  if (!confirmed) return;
  await api('POST /api/operations/deliveries/release');
  toast.success('The deliveries are released.');
  // The button is about to disappear.
  focusRuns();
};

/** Says what is due before it lets workers send it. */
export const ReleaseButton = ({ onReleased }: { onReleased: () => void }) => {
  const release = async () => {
    try {
      await confirmAndRelease();
    } catch (error) {
      toast.error((error as Error).message);
    }
    onReleased();
  };
  return (
    <Box marginTop="2">
      <Button size="sm" onClick={() => void release()}>
        Release deliveries
      </Button>
    </Box>
  );
};
