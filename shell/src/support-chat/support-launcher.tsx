import { Box, Button, Span } from '@readerlens/ui';
import { MessageCircleQuestionMark } from 'lucide-react';
import { useId, useRef } from 'react';
import { useStore } from 'zustand';
import { chatStore, setChatOpen } from './chat-store.ts';
import { SupportPanel } from './support-panel.tsx';

/** The button in the top bar of every page with a session, and the panel that it opens. */
export const SupportLauncher = () => {
  const open = useStore(chatStore, (state) => state.open);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const close = () => {
    setChatOpen(false);
    button.current?.focus({ preventScroll: true });
  };
  return (
    <Box as="section" aria-label="Support">
      <Button
        ref={button}
        size="sm"
        variant="ghost"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        icon={<MessageCircleQuestionMark size={17} aria-hidden="true" />}
        onClick={() => (open ? close() : setChatOpen(true))}
        minH={{ base: '44px', md: '26px' }}
        minW={{ base: '44px', md: 'auto' }}
      >
        <Span srOnly={{ base: true, md: false }}>Support</Span>
      </Button>
      {open && <SupportPanel id={id} onClose={close} />}
    </Box>
  );
};
