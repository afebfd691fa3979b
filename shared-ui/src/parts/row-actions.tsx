import { Button, Flex, IconButton } from '@readerlens/ui';
import type { LucideIcon } from 'lucide-react';

/** What can be done with a row of a list. */
export interface RowAction {
  /** The text of the button on a card. */
  label: string;
  /** The accessible name, with that of the row. */
  name: string;
  Icon: LucideIcon;
  /** Why it cannot be used. */
  refusal?: string | undefined;
  onSelect: () => void;
}

interface Props {
  actions: readonly RowAction[];
  isBusy: boolean;
}

/** The actions of a row, as icons at its end. */
export const RowActions = ({ actions, isBusy }: Props) => (
  <Flex justify="flex-end">
    {actions.map(({ name, Icon, refusal, onSelect }) => (
      <IconButton
        key={name}
        size="sm"
        label={name}
        title={refusal ?? name}
        icon={<Icon size={15} aria-hidden="true" />}
        disabled={isBusy || refusal !== undefined}
        onClick={onSelect}
      />
    ))}
  </Flex>
);

/** The actions of a card, with their names. */
export const CardActions = ({ actions, isBusy }: Props) => (
  <Flex mt="3" gap="2" wrap="wrap" _empty={{ display: 'none' }}>
    {actions.map(({ label, name, Icon, refusal, onSelect }) => (
      <Button
        key={name}
        size="sm"
        aria-label={name}
        title={refusal}
        icon={<Icon size={14} aria-hidden="true" />}
        disabled={isBusy || refusal !== undefined}
        onClick={onSelect}
      >
        {label}
      </Button>
    ))}
  </Flex>
);
