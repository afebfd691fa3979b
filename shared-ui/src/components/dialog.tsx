import { Dialog as Base, Drawer as BaseDrawer, Portal } from '@chakra-ui/react';
import { X } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { IconButton } from './button.tsx';
import { toasterId } from './toast.tsx';

/** Escape belongs to an open list or calendar first; the dialog hears of it before that does. */
const leaveEscapeToPopup = (event: { preventDefault: () => void }) => {
  if (document.activeElement?.closest('[aria-expanded="true"], dialog[open]')) event.preventDefault();
};

const toaster = () => document.getElementById(toasterId);

/** What stays usable beside a dialog. Only what is there: the dialog gives up on anything else with an uncaught error. */
const persistentElements = () => (toaster() ? [toaster] : []);

export interface DialogProps {
  open: boolean;
  /** Asked to close: Escape, the close button, a click beside it. */
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  footer?: ReactNode;
  /** half: half of the window, on phones all of it. */
  size?: 'sm' | 'md' | 'lg' | 'half';
  /** 'alertdialog' for what needs an answer: no closing by a click beside it. */
  role?: 'dialog' | 'alertdialog';
  initialFocus?: RefObject<HTMLElement | null>;
  closeLabel?: string;
  children?: ReactNode;
}

const halfWidth = { maxW: { base: '100%', md: '50vw' } };

/** A question or a small form above the page; the page behind is inert, focus returns when it closes. */
export const Dialog = (props: DialogProps) => {
  const {
    open,
    onClose,
    title,
    description,
    footer,
    size = 'md',
    role = 'dialog',
    initialFocus,
    children,
  } = props;
  return (
    <Base.Root
      open={open}
      onOpenChange={(details) => !details.open && onClose()}
      onEscapeKeyDown={leaveEscapeToPopup}
      persistentElements={persistentElements()}
      role={role}
      size={size === 'half' ? 'lg' : size}
      closeOnInteractOutside={role === 'dialog'}
      {...(initialFocus ? { initialFocusEl: () => initialFocus.current } : {})}
    >
      <Portal>
        <Base.Backdrop />
        <Base.Positioner>
          <Base.Content {...(size === 'half' ? halfWidth : {})}>
            <Base.Header>
              <Base.Title>{title}</Base.Title>
              <IconButton
                size="sm"
                label={props.closeLabel ?? 'Close'}
                icon={<X size={16} />}
                onClick={onClose}
              />
            </Base.Header>
            {(children || description) && (
              <Base.Body>
                {description && <Base.Description>{description}</Base.Description>}
                {children}
              </Base.Body>
            )}
            {footer && <Base.Footer>{footer}</Base.Footer>}
          </Base.Content>
        </Base.Positioner>
      </Portal>
    </Base.Root>
  );
};

export interface DrawerProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** Hides the title's line; the title still names the drawer. */
  bare?: boolean;
  footer?: ReactNode;
  /** From the left (start) or the right (end). */
  side?: 'start' | 'end';
  /** xs: the width of the sidebar; md: 520 px; lg: 820 px; full: the whole page. */
  size?: 'xs' | 'md' | 'lg' | 'full';
  children: ReactNode;
}

/** A panel at the side of the page; the page behind is inert and does not scroll. */
export const Drawer = ({
  open,
  onClose,
  title,
  bare,
  footer,
  side = 'end',
  size = 'md',
  children,
}: DrawerProps) => (
  <BaseDrawer.Root
    open={open}
    onOpenChange={(details) => !details.open && onClose()}
    onEscapeKeyDown={leaveEscapeToPopup}
    persistentElements={persistentElements()}
    placement={side}
    size={size}
  >
    <Portal>
      <BaseDrawer.Backdrop />
      <BaseDrawer.Positioner>
        <BaseDrawer.Content {...(bare ? { 'aria-label': title } : {})}>
          {!bare && (
            <BaseDrawer.Header>
              <BaseDrawer.Title>{title}</BaseDrawer.Title>
              <IconButton label="Close" icon={<X size={18} />} onClick={onClose} />
            </BaseDrawer.Header>
          )}
          {bare ? children : <BaseDrawer.Body>{children}</BaseDrawer.Body>}
          {footer && <BaseDrawer.Footer>{footer}</BaseDrawer.Footer>}
        </BaseDrawer.Content>
      </BaseDrawer.Positioner>
    </Portal>
  </BaseDrawer.Root>
);
