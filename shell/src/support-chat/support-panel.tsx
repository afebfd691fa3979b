import { useSession } from '@readerlens/auth/react';
import {
  AnchorButton,
  Box,
  Heading,
  IconButton,
  Text,
  TextAnchor,
  TextAreaField,
  sidePanelRoom,
  styled,
} from '@readerlens/ui';
import { BookOpen, Mail, Phone, X } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import type { ChangeEvent, KeyboardEvent, ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { useStore } from 'zustand';
import { config } from '../config.ts';
import { chatStore, writeDraft } from './chat-store.ts';
import { maxMessage, supportMail } from './support-mail.ts';

const Panel = styled('div', {
  base: {
    // Stays in the window while the top bar scrolls away with the page.
    position: 'fixed',
    insetInlineStart: { base: '12px', sm: 'auto' },
    insetInlineEnd: { base: '12px', sm: `calc(16px + ${sidePanelRoom})` },
    width: { sm: '340px' },
    // Set by the top bar.
    top: 'var(--below-bars)',
    maxHeight: 'calc(100dvh - var(--below-bars) - 12px)',
    overflowY: 'auto',
    background: 'raised',
    color: 'text',
    borderRadius: 'xl',
    boxShadow: 'lg',
    outline: 'none',
    animation: 'rise 180ms',
  },
});

const Contact = ({ icon, name, children }: { icon: ReactNode; name: string; children: ReactNode }) => (
  <Box as="li" display="flex" alignItems="center" gap="2.5" minH="30px">
    <Box color="textMuted" flexShrink="0">
      {icon}
    </Box>
    <Text flex="1" minW="0" overflowWrap="anywhere">
      <Box as="span" srOnly>{`${name}: `}</Box>
      {children}
    </Text>
  </Box>
);

const iconProps = { size: 16, 'aria-hidden': true } as const;

const Contacts = () => (
  <Box as="ul" aria-label="How to reach support">
    <Contact icon={<Phone {...iconProps} />} name="Phone">
      <TextAnchor href={`tel:${config.supportPhone.replace(/[^\d+]/g, '')}`}>
        {config.supportPhone}
      </TextAnchor>
    </Contact>
    <Contact icon={<Mail {...iconProps} />} name="Email">
      <TextAnchor href={`mailto:${config.supportEmail}`}>{config.supportEmail}</TextAnchor>
    </Contact>
    <Contact icon={<BookOpen {...iconProps} />} name="Self-help">
      <TextAnchor href={config.knowledgeBaseUrl} target="_blank" rel="noreferrer">
        Knowledge base
        <Box as="span" srOnly>
          {' '}
          (opens in a new tab)
        </Box>
      </TextAnchor>
    </Contact>
  </Box>
);

const Message = () => {
  const draft = useStore(chatStore, (state) => state.draft);
  const account = useSession((state) => state.claims?.email ?? '');
  const { pathname } = useLocation();
  return (
    <Box display="grid" gap="3">
      <TextAreaField
        label="Your message"
        rows={4}
        maxLength={maxMessage}
        counter
        value={draft}
        onChange={(event: ChangeEvent<HTMLTextAreaElement>) => writeDraft(event.target.value)}
        hint="Opens in your mail app with the address of this page. You send it from there."
      />
      <AnchorButton
        variant="primary"
        href={supportMail({ to: config.supportEmail, message: draft, path: pathname, account })}
        icon={<Mail size={15} aria-hidden="true" />}
      >
        Write email
      </AnchorButton>
    </Box>
  );
};

/** How to reach support, with a message that opens in the mail app. The page behind stays usable. */
export const SupportPanel = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const titleId = useId();
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.focus({ preventScroll: true }), []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
  };
  return (
    <Panel ref={panel} id={id} role="dialog" aria-labelledby={titleId} tabIndex={-1} onKeyDown={onKeyDown}>
      <Box display="flex" alignItems="center" gap="2" ps="5" pe="3" pt="3">
        <Heading id={titleId} flex="1">
          Support
        </Heading>
        <IconButton size="sm" label="Close" icon={<X size={16} aria-hidden="true" />} onClick={onClose} />
      </Box>
      <Box display="grid" gap="4" px="5" pt="1" pb="5">
        <Text color="textMuted" textStyle="small">
          Our support team is happy to help.
        </Text>
        <Contacts />
        <Box borderTopWidth="1px" />
        <Message />
      </Box>
    </Panel>
  );
};
