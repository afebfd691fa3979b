import { Portal, chakra } from '@chakra-ui/react';
import { CircleAlert, CircleCheck, TriangleAlert, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { useActionBarLift } from './action-bar.tsx';
import { sidePanelRoom } from './side-panel-room.ts';
import { Button, IconButton } from './button.tsx';

type Severity = 'success' | 'warning' | 'error';

export interface ToastOptions {
  /** Default 3000. The time stops while the message is hovered or focused. */
  durationMs?: number;
  closable?: boolean;
  /** A button such as 'Undo'. Choosing it also removes the message. */
  action?: { label: string; onSelect: () => void };
}

interface ToastItem {
  id: number;
  severity: Severity;
  text: string;
  durationMs: number;
  closable: boolean;
  action: ToastOptions['action'];
}

/** Id of the element that contains the messages; a click in it does not close a dialog. */
export const toasterId = 'rl-toaster';

const toasts = createStore<readonly ToastItem[]>()(() => []);
let lastId = 0;

const remove = (id: number) => toasts.setState((list) => list.filter((item) => item.id !== id), true);

const show =
  (severity: Severity) =>
  (text: string, { durationMs = 3000, closable = true, action }: ToastOptions = {}) => {
    lastId += 1;
    const item = { id: lastId, severity, text, durationMs, closable, action };
    // A repeated message replaces the first one and restarts its time.
    toasts.setState(
      (list) =>
        [...list.filter((other) => other.text !== text || other.severity !== severity), item].slice(-4),
      true,
    );
    return () => remove(item.id);
  };

/**
 * Shows a temporary message, from anywhere on the page. Screen readers announce errors immediately, other messages politely.
 * Each function returns a function that removes its message early.
 */
export const toast = { success: show('success'), warning: show('warning'), error: show('error') };

/** Removes all messages. */
export const clearToasts = () => toasts.setState([], true);

const Item = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2.5',
    minH: '42px',
    ps: '3.5',
    pe: '2',
    py: '2',
    borderRadius: 'lg',
    background: 'raised',
    color: 'text',
    boxShadow: 'lg',
    animation: 'rise 180ms',
  },
});

const icons = { success: CircleCheck, warning: TriangleAlert, error: CircleAlert };
const colors = { success: 'positive', warning: 'warning', error: 'negative' };

/** Removes the message after its duration, which restarts after a pause. */
const useLife = ({ id, durationMs }: ToastItem, held: boolean) => {
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => remove(id), durationMs);
    return () => clearTimeout(timer);
  }, [id, durationMs, held]);
};

interface ActionProps {
  action: NonNullable<ToastItem['action']>;
  onDone: () => void;
}

const ActionButton = ({ action, onDone }: ActionProps) => (
  <Button
    size="sm"
    onClick={() => {
      onDone();
      action.onSelect();
    }}
  >
    {action.label}
  </Button>
);

const Toast = ({ item }: { item: ToastItem }) => {
  const [pointedAt, setPointedAt] = useState(false);
  const [focused, setFocused] = useState(false);
  useLife(item, pointedAt || focused);
  const Icon = icons[item.severity];
  return (
    <Item
      pointerEvents="auto"
      role={item.severity === 'error' ? 'alert' : 'status'}
      data-severity={item.severity}
      onPointerEnter={() => setPointedAt(true)}
      onPointerLeave={() => setPointedAt(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <chakra.span color={colors[item.severity]} flexShrink="0">
        <Icon size={18} aria-hidden="true" />
      </chakra.span>
      <chakra.span flex="1" pe="2">
        {item.text}
      </chakra.span>
      {item.action && <ActionButton action={item.action} onDone={() => remove(item.id)} />}
      {item.closable && (
        <IconButton size="sm" label="Close message" icon={<X size={14} />} onClick={() => remove(item.id)} />
      )}
    </Item>
  );
};

/** Height of two stacked messages, in pixels. */
const reach = 128;

/** Shows the messages. Rendered once on the page. */
export const Toaster = () => {
  const items = useStore(toasts);
  const lift = useActionBarLift(reach);
  return (
    <Portal>
      {/* A live region: a modal dialog hides the rest of the page from assistive technology, but not live regions. */}
      <chakra.div
        id={toasterId}
        aria-live="polite"
        position="fixed"
        insetInlineStart="12px"
        insetInlineEnd={`calc(12px + ${sidePanelRoom})`}
        style={{ bottom: `calc(${16 + lift}px + env(safe-area-inset-bottom))` }}
        zIndex="toast"
        display="flex"
        flexDirection="column"
        alignItems={{ base: 'stretch', sm: 'center' }}
        gap="2"
        pointerEvents="none"
      >
        {items.map((item) => (
          <Toast key={item.id} item={item} />
        ))}
      </chakra.div>
    </Portal>
  );
};
