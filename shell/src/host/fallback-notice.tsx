import { Banner, Button, confirm } from '@readerlens/ui';
import { History } from 'lucide-react';
import { leaveQuestion } from './leave-guards.ts';

interface Props {
  name: string;
  onRetry: () => void;
}

/** Says that the version before the newest one is running, and offers the newest again. */
export const FallbackNotice = ({ name, onRetry }: Props) => {
  const retry = async () => {
    const question = leaveQuestion();
    if (!question || (await confirm({ title: question, confirmLabel: 'Continue' }))) onRetry();
  };
  return (
    <Banner
      tone="warning"
      shape="box"
      role="status"
      mb="4"
      icon={<History size={16} aria-hidden="true" />}
      actions={
        <Button size="sm" onClick={() => void retry()}>
          Try the newest again
        </Button>
      }
    >
      {`The newest version of ${name} has failed. This is the one before it.`}
    </Banner>
  );
};
