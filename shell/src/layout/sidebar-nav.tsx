import type { NavigationBadge } from '@readerlens/contract/registry';
import { Badge, Box, Span, Tooltip, styled } from '@readerlens/ui';
import { useQueryClient } from '@tanstack/react-query';
import { ChevronDown, Layers } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { NavLink, useLocation } from 'react-router-dom';
import { refreshBadgesOnNavigation, useBadgeCount } from '../host/index.ts';
import { NavIcon } from '../icons/nav-icons.ts';
import { listItems } from '../navigation/nav-model.ts';
import type { NavGroup, NavItem } from '../navigation/nav-model.ts';

const entryRecipe = {
  base: {
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    gap: '2.5',
    minH: '32px',
    px: '2.5',
    py: '1.5',
    textStyle: 'small',
    '& svg': { flexShrink: 0 },
    borderRadius: 'md',
    color: 'textMuted',
    fontWeight: 'medium',
    width: '100%',
    textAlign: 'start',
    cursor: 'pointer',
    _hover: { background: 'hover', color: 'text' },
    '&[aria-current=page]': { background: 'surface', color: 'text', boxShadow: 'sm' },
    // The marker beside the current page.
    '&[aria-current=page]::before': {
      content: '""',
      position: 'absolute',
      insetInlineStart: '-10px',
      insetBlock: '7px',
      width: '4px',
      borderRadius: 'full',
      background: 'highlight',
    },
    '&[aria-current=page] svg': { color: 'accent' },
    '&[aria-disabled=true]': {
      color: 'textSubtle',
      opacity: 0.65,
      cursor: 'not-allowed',
      background: 'transparent',
    },
  },
  variants: { rail: { true: { justifyContent: 'center', px: '0', minH: '38px' } } },
} as const;

const EntryLink = styled(NavLink, entryRecipe, { forwardProps: ['to', 'end'] });
const EntryButton = styled('button', entryRecipe);
const EntryText = styled('a', entryRecipe);

interface EntryProps {
  item: NavItem;
  rail: boolean;
  onNavigate: () => void;
}

/** Shown if the count is above zero. */
const EntryBadge = ({ badge, rail }: { badge: NavigationBadge; rail: boolean }) => {
  const count = useBadgeCount(badge);
  if (count <= 0) return null;
  return (
    <Badge tone="accent" {...(rail ? { position: 'absolute', top: '0', insetInlineEnd: '0' } : {})}>
      {count > 99 ? '99+' : count}
      <Span srOnly>{` ${badge.label}`}</Span>
    </Badge>
  );
};

const EntryContent = ({ item, rail }: Pick<EntryProps, 'item' | 'rail'>) => (
  <>
    <NavIcon name={item.icon} size={rail ? 20 : 17} />
    <Span srOnly={rail} flex="1" lineHeight="snug">
      {item.label}
    </Span>
    {item.badge && <EntryBadge badge={item.badge} rail={rail} />}
  </>
);

const Entry = ({ item, rail, onNavigate }: EntryProps) => {
  const content = <EntryContent item={item} rail={rail} />;
  const reason = item.disabledReason;
  const link = reason ? (
    // Focusable, so that keyboard users can read the reason too.
    <EntryText
      role="link"
      aria-disabled="true"
      tabIndex={0}
      rail={rail}
      aria-label={`${item.label} (${reason})`}
    >
      {content}
    </EntryText>
  ) : (
    <EntryLink to={item.to} end rail={rail} onClick={onNavigate}>
      {content}
    </EntryLink>
  );
  return (
    <li>
      <Tooltip
        content={reason ? `${item.label}: ${reason}` : item.label}
        placement="right"
        disabled={!rail && !reason}
      >
        {link}
      </Tooltip>
    </li>
  );
};

const NestedGroup = ({
  group,
  rail,
  onNavigate,
}: {
  group: NavGroup;
  rail: boolean;
  onNavigate: () => void;
}) => {
  const id = useId();
  const { pathname } = useLocation();
  const inside = listItems(group).some((item) => item.to === pathname);
  const [open, setOpen] = useState(inside);
  const shown = open || inside;
  return (
    <li>
      <EntryButton type="button" aria-expanded={shown} aria-controls={id} onClick={() => setOpen(!shown)}>
        <Layers size={17} aria-hidden="true" />
        <Span flex="1">{group.name}</Span>
        <Span transition="transform 120ms" transform={shown ? 'none' : 'rotate(-90deg)'}>
          <ChevronDown size={15} aria-hidden="true" />
        </Span>
      </EntryButton>
      <Box as="ul" id={id} hidden={!shown} ps="3" display={shown ? 'block' : 'none'}>
        {group.items.map((item) => (
          <Entry key={item.to} item={item} rail={rail} onNavigate={onNavigate} />
        ))}
      </Box>
    </li>
  );
};

const Group = ({ group, rail, onNavigate }: { group: NavGroup; rail: boolean; onNavigate: () => void }) => {
  const id = useId();
  const items = rail ? listItems(group) : group.items;
  return (
    <Box
      as="section"
      aria-labelledby={id}
      _notFirst={rail ? { borderTopWidth: '1px', pt: '2', mt: '2' } : { mt: '5' }}
    >
      <Box as="h2" id={id} srOnly={rail} textStyle="overline" color="textSubtle" px="2.5" mb="1.5">
        {group.name}
      </Box>
      <Box as="ul" display="grid" gap="1px">
        {items.map((item) => (
          <Entry key={item.to} item={item} rail={rail} onNavigate={onNavigate} />
        ))}
        {!rail &&
          group.groups.map((nested) => (
            <NestedGroup key={nested.name} group={nested} rail={rail} onNavigate={onNavigate} />
          ))}
      </Box>
    </Box>
  );
};

/** The groups of the sidebar; `rail` shows icons only. */
export const SidebarNav = ({
  groups,
  rail,
  onNavigate,
}: {
  groups: NavGroup[];
  rail: boolean;
  onNavigate: () => void;
}) => {
  const { pathname } = useLocation();
  const queryClient = useQueryClient();
  useEffect(() => void refreshBadgesOnNavigation(queryClient), [pathname, queryClient]);
  return (
    <Box as="nav" aria-label="Main" flex="1" minH="0" overflowY="auto" px="3.5" py="2">
      {groups.map((group) => (
        <Group key={group.name} group={group} rail={rail} onNavigate={onNavigate} />
      ))}
    </Box>
  );
};
