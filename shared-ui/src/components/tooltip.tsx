import { Portal, Tooltip as Base } from '@chakra-ui/react';
import type { ReactElement, ReactNode } from 'react';

interface Props {
  content: ReactNode;
  /** One focusable element. */
  children: ReactElement;
  placement?: 'top' | 'bottom' | 'left' | 'right';
  disabled?: boolean;
}

/** A short explanation on hover and focus. Not for essential information. */
export const Tooltip = ({ content, children, placement = 'top', disabled = false }: Props) => (
  <Base.Root openDelay={350} closeDelay={80} disabled={disabled} positioning={{ placement }}>
    <Base.Trigger asChild>{children}</Base.Trigger>
    <Portal>
      <Base.Positioner>
        <Base.Content>{content}</Base.Content>
      </Base.Positioner>
    </Portal>
  </Base.Root>
);
