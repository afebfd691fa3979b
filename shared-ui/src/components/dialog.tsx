import { Dialog as Base, Drawer as BaseDrawer, Portal } from '@chakra-ui/react';
import { X } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { IconButton } from './button.tsx';
import { toasterId } from './toast.tsx';
import { useFirstEscape } from './use-first-escape.ts';

/** Whether the focus is in an open list or calendar, or on its button. */
export const isInPopup = (): boolean =>
  document.activeElement?.closest('[aria-expanded="true"], [popover]') != null;

/** Escape must close an open list or calendar first, but the dialog receives the key before them. */
const leaveEscapeToPopup = (event: { preventDefault: () => void }) => {
  if (isInPopup()) event.preventDefault();
};

const toaster = () => document.getElementById(toasterId);

/** Elements that stay usable beside a dialog. Only existing ones: the dialog throws for an element that is missing. */
const persistentElements = () => (toaster() ? [toaster] : []);

const textTypes = ['text', 'email', 'url'];
const controls = ['input', 'textarea', 'select', 'button']
  .map((name) => `form ${name}:not([disabled])`)
  .join();

/** The first control of a form if one can write there at once: the focus would be on the cross before it. */
const findFirstField = (content: HTMLElement | null): HTMLElement | null => {
  const first = content?.querySelector<HTMLInputElement>(controls);
  if (!first || first.readOnly || first.role === 'combobox') return null;
  return first.matches('textarea') || textTypes.includes(first.type) ? first : null;
};

export interface DialogProps {
  open: boolean;
  /** Called on Escape, the close button, or a click outside. */
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  footer?: ReactNode;
  /** half: half of the window, the full width on phones. top: below the upper edge of the window, the whole of it on phones. */
  size?: 'sm' | 'md' | 'lg' | 'half' | 'top';
  /** Only the children; the title, a text, is still the accessible name. */
  bare?: boolean;
  /** 'alertdialog' for questions that need an answer: a click outside does not close it. */
  role?: 'dialog' | 'alertdialog';
  /** By default the first text field of a form if it is its first control, else the first control of the dialog. */
  initialFocus?: RefObject<HTMLElement | null>;
  closeLabel?: string;
  children?: ReactNode;
}

/** In the names that Chakra knows. */
const recipeSize = { sm: 'sm', md: 'md', lg: 'lg', half: 'lg', top: 'cover' } as const;
const halfWidth = { maxW: { base: '100%', md: '50vw' } };

/** A modal dialog; the page behind is inert, and the focus returns when it closes. */
export const Dialog = (props: DialogProps) => {
  const {
    open,
    onClose,
    title,
    description,
    footer,
    size = 'md',
    role = 'dialog',
    bare = false,
    initialFocus,
    children,
  } = props;
  const content = useFirstEscape(open, onClose);
  return (
    <Base.Root
      open={open}
      onOpenChange={(details) => !details.open && onClose()}
      onEscapeKeyDown={leaveEscapeToPopup}
      persistentElements={persistentElements()}
      role={role}
      size={recipeSize[size]}
      closeOnInteractOutside={role === 'dialog'}
      {...(initialFocus ? { initialFocusEl: () => initialFocus.current } : {})}
      {...(!initialFocus && role === 'dialog'
        ? { initialFocusEl: () => findFirstField(content.current) }
        : {})}
    >
      <Portal>
        <Base.Backdrop />
        <Base.Positioner>
          <Base.Content
            ref={content}
            {...(size === 'half' ? halfWidth : {})}
            {...(bare && typeof title === 'string' ? { 'aria-label': title } : {})}
          >
            {!bare && (
              <Base.Header>
                <Base.Title>{title}</Base.Title>
                <IconButton
                  size="sm"
                  label={props.closeLabel ?? 'Close'}
                  icon={<X size={16} />}
                  onClick={onClose}
                />
              </Base.Header>
            )}
            {bare && children}
            {!bare && (children || description) && (
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
  /** Hides the title line; the title is still the accessible name. */
  bare?: boolean;
  /** After the title. */
  badge?: ReactNode;
  footer?: ReactNode;
  /** From the left (start) or the right (end). */
  side?: 'start' | 'end';
  /** xs: the width of the sidebar; md: 520 px; lg: 820 px; full: the whole page. */
  size?: 'xs' | 'md' | 'lg' | 'full';
  /** The element that gets the focus; the first control by default. */
  initialFocus?: (() => HTMLElement | null | undefined) | undefined;
  children: ReactNode;
}

/** A modal panel at the side of the page; the page behind is inert and does not scroll. */
export const Drawer = ({
  open,
  onClose,
  title,
  bare,
  badge,
  footer,
  side = 'end',
  size = 'md',
  initialFocus,
  children,
}: DrawerProps) => {
  const content = useFirstEscape(open, onClose);
  return (
    <BaseDrawer.Root
      open={open}
      onOpenChange={(details) => !details.open && onClose()}
      onEscapeKeyDown={leaveEscapeToPopup}
      persistentElements={persistentElements()}
      placement={side}
      size={size}
      {...(initialFocus ? { initialFocusEl: () => initialFocus() ?? null } : {})}
    >
      <Portal>
        <BaseDrawer.Backdrop />
        <BaseDrawer.Positioner>
          <BaseDrawer.Content ref={content} {...(bare ? { 'aria-label': title } : {})}>
            {!bare && (
              <BaseDrawer.Header>
                <BaseDrawer.Title display="flex" alignItems="center" gap="2">
                  {title}
                  {badge}
                </BaseDrawer.Title>
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
};
