import { chakra } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef } from 'react';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import { createPortal } from 'react-dom';
import { IconButton } from './button.tsx';
import { Drawer, isInPopup } from './dialog.tsx';
import { Heading } from './layout.ts';
import { sidePanelSlot, sidePanelVariable } from './side-panel-room.ts';
import { useMediaQuery } from './use-media-query.ts';
import { closePopups } from './use-popup.ts';

const width = '400px';

const Root = chakra('aside', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    width,
    height: '100%',
    background: 'raised',
    borderInlineStartWidth: '1px',
    outline: 'none',
    animation: 'fade-in 180ms',
    _print: { display: 'none' },
  },
});
const Header = chakra('div', {
  base: { display: 'flex', alignItems: 'center', gap: '2', ps: '5', pe: '3', minH: '56px' },
});
const Body = chakra('div', { base: { flex: 1, minH: 0, overflowY: 'auto', px: '5', pb: '5', pt: '1' } });
const Footer = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', gap: '2', px: '5', py: '3', borderTopWidth: '1px' },
});

export interface SidePanelProps {
  onClose: () => void;
  title: string;
  /** After the title. */
  badge?: ReactNode;
  footer?: ReactNode;
  /** Whether the panel takes the focus: not if it opened by itself. */
  takesFocus: boolean;
  /** The element that gets the focus; the panel itself by default. */
  initialFocus?: () => HTMLElement | null | undefined;
  /** Gets the focus back if the element that had it before the panel opened is gone. */
  opener: RefObject<HTMLElement | null>;
  children: ReactNode;
}

/** Moves the focus into the panel, and back when it closes. */
const useFocusMove = (
  panel: RefObject<HTMLElement | null>,
  { takesFocus, initialFocus, opener }: SidePanelProps,
) => {
  const enter = useEffectEvent(() => {
    const before = document.activeElement;
    if (!takesFocus) return null;
    (initialFocus?.() ?? panel.current)?.focus({ preventScroll: true });
    return before instanceof HTMLElement && before !== document.body ? before : null;
  });
  const leave = useEffectEvent((element: HTMLElement | null, before: HTMLElement | null) => {
    if (!element?.contains(document.activeElement)) return;
    const target = before?.isConnected ? before : opener.current;
    target?.focus({ preventScroll: true });
  });
  useLayoutEffect(() => {
    const element = panel.current;
    const before = enter();
    return () => leave(element, before);
  }, [panel]);
};

/** Tells elements that are fixed to the window about the panel's width. */
const useRoom = () => {
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    style.setProperty(sidePanelVariable, width);
    return () => void style.removeProperty(sidePanelVariable);
  }, []);
};

const Beside = (props: SidePanelProps) => {
  const { onClose, title, badge, footer, children } = props;
  const panel = useRef<HTMLElement>(null);
  const titleId = useId();
  useFocusMove(panel, props);
  useRoom();
  const onKeyDown = (event: KeyboardEvent) => {
    // Events of a dialog that the panel has opened arrive here too.
    const isOwn = event.target instanceof Node && event.currentTarget.contains(event.target);
    if (event.key === 'Escape' && isOwn && !isInPopup()) onClose();
  };
  return (
    <Root ref={panel} aria-labelledby={titleId} tabIndex={-1} onKeyDown={onKeyDown}>
      <Header>
        <Heading id={titleId}>{title}</Heading>
        {badge}
        <IconButton ms="auto" label="Close" icon={<X size={18} aria-hidden="true" />} onClick={onClose} />
      </Header>
      <Body>{children}</Body>
      <Footer>{footer}</Footer>
    </Root>
  );
};

/** Whether the panel fits beside the page (1280 px and more). */
const useIsBeside = (): boolean => !useMediaQuery('(max-width: 1279.98px)');

/**
 * A panel beside the page, which stays usable. In windows below 1280 px it is modal and covers the page. Rendered only
 * while open.
 */
export const SidePanel = (props: SidePanelProps) => {
  const beside = useIsBeside();
  // Opening and closing moves the page under open menus.
  useEffect(() => {
    closePopups();
    return closePopups;
  }, []);
  if (beside)
    return createPortal(<Beside {...props} />, document.getElementById(sidePanelSlot) ?? document.body);
  const { onClose, title, badge, footer, initialFocus, children } = props;
  return (
    <Drawer open size="full" {...{ onClose, title, badge, footer, initialFocus }}>
      {children}
    </Drawer>
  );
};
