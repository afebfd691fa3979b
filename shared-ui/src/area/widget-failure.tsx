import { RotateCw } from 'lucide-react';
import { Button } from '../components/button.tsx';
import { Text } from '../components/layout.ts';
import { StateRoot } from '../components/state-root.ts';

interface Props {
  /** Label of the widget. */
  label: string;
  onRetry: () => void;
}

/** A small error state in the room of a widget. */
export const WidgetFailure = ({ label, onRetry }: Props) => (
  <StateRoot role="alert">
    <Text>{`${label} cannot be shown. The rest of the page works as usual.`}</Text>
    <Button size="sm" icon={<RotateCw size={15} aria-hidden="true" />} onClick={onRetry}>
      Try again
    </Button>
  </StateRoot>
);
