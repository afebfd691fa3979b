import { Portal, chakra } from '@chakra-ui/react';
import { CircleAlert, CircleCheck, TriangleAlert, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useActionBarLift } from './action-bar.tsx';
import { Button, IconButton } from './button.tsx';
import { createStore, useStoreValue } from './store.ts';

type Severity = 'success' | 'warning' | 'error';

export interface ToastOptions {
  /** How long it stays; 3000 unless said. It waits while it is pointed at or focused. */
  durationMs?: number;
  closable?: boolean;
  /** What can be done about it as long as it stays: 'Undo'. The message goes when it is chosen. */
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

/** The element that holds the messages; a click in it is no click beside a dialog. */
export const toasterId = 'rl-toaster';

const toasts = createStore<readonly ToastItem[]>([]);
let lastId = 0;

const remove = (id: number) => toasts.update((list) => list.filter((item) => item.id !== id));

const show =
  (severity: Severity) =>
  (text: string, { durationMs = 3000, closable = true, action }: ToastOptions = {}) => {
    lastId += 1;
    const item = { id: lastId, severity, text, durationMs, closable, action };
    // The same words twice are one message that stays longer.
    toasts.update((list) =>
      [...list.filter((other) => other.text !== text || other.severity !== severity), item].slice(-4),
    );
    return () => remove(item.id);
  };

/**
 * Says something in passing, from anywhere on the page. Errors interrupt a screen reader, the others wait.
 * Each returns the way to take its message back before its time.
 */
export const toast = { success: show('success'), warning: show('warning'), error: show('error') };

/** Takes all messages away. */
export const clearToasts = () => toasts.set([]);

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
const colours = { success: 'positive', warning: 'warning', error: 'negative' };

/** Counts its time anew after it was held. */
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
      <chakra.span color={colours[item.severity]} flexShrink="0">
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

/** Two messages over each other take so much, in pixels. */
const reach = 128;

/** Shows the messages. Once on the page. */
export const Toaster = () => {
  const items = useStoreValue(toasts);
  const lift = useActionBarLift(reach);
  return (
    <Portal>
      {/* A live region itself: a modal dialog hides all else of the page, but leaves these to be heard. */}
      <chakra.div
        id={toasterId}
        aria-live="polite"
        position="fixed"
        insetInline="12px"
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
