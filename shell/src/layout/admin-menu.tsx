import { setBlinded } from '@readerlens/auth';
import { useAccess, useBlinded, useSession, useIsImpersonating } from '@readerlens/auth/react';
import { Button, Menu, Span } from '@readerlens/ui';
import type { MenuEntry } from '@readerlens/ui';
import { ChevronDown, EyeOff, SquareTerminal, UserRoundCog, Wrench } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { DeveloperPanelPart } from '../developer-panel/developer-panel-part.tsx';
import { openDeveloperPanel } from '../developer-panel/panel-store.ts';
import { LogInAsDialog } from './log-in-as.dialog.tsx';
import { NavIcon } from '../icons/nav-icons.ts';
import { useNav } from '../navigation/use-nav.ts';

const useEntries = (onLogInAs: () => void): MenuEntry[] => {
  const { admin } = useNav();
  const navigate = useNavigate();
  const blinded = useBlinded();
  const isInternal = useAccess({ role: 'Internal' });
  const isAdmin = useAccess({ role: 'Admin' });
  const impersonating = useIsImpersonating();
  const staysBlinded = useSession((state) => state.claims?.impersonator?.blinded === true);
  const pages = admin.map((item): MenuEntry => ({
    id: item.to,
    href: item.to,
    label: item.label,
    icon: <NavIcon name={item.icon} size={16} />,
    disabled: item.disabledReason !== undefined,
    onSelect: () => void navigate(item.to),
  }));
  const logInAs: MenuEntry = {
    id: 'log-in-as',
    label: 'Log in as…',
    icon: <UserRoundCog size={16} aria-hidden="true" />,
    group: true,
    onSelect: onLogInAs,
  };
  const blind: MenuEntry = {
    id: 'blinded',
    label: 'Blinded Mode',
    icon: <EyeOff size={16} aria-hidden="true" />,
    group: true,
    checked: blinded,
    disabled: staysBlinded,
    onSelect: () => setBlinded(!blinded),
  };
  const developer: MenuEntry = {
    id: 'developer-panel',
    label: 'Developer Panel',
    icon: <SquareTerminal size={16} aria-hidden="true" />,
    group: true,
    onSelect: openDeveloperPanel,
  };
  return [
    ...pages,
    ...(isAdmin && !impersonating ? [logInAs] : []),
    ...(isInternal ? [blind] : []),
    ...(isInternal && !impersonating ? [developer] : []),
  ];
};

/** The actions and pages for staff; not rendered for users without any. */
export const AdminMenu = () => {
  const [dialogOpen, setDialogOpen] = useState(false);
  const entries = useEntries(() => setDialogOpen(true));
  if (entries.length === 0) return null;
  return (
    <>
      <Menu
        trigger={
          <Button
            size="sm"
            variant="ghost"
            data-tour="admin-menu"
            icon={<Wrench size={15} aria-hidden="true" />}
          >
            <Span srOnly={{ base: true, md: false }}>Admin</Span>
            <ChevronDown size={14} aria-hidden="true" />
          </Button>
        }
        entries={entries}
      />
      <DeveloperPanelPart />
      {dialogOpen && <LogInAsDialog open onClose={() => setDialogOpen(false)} />}
    </>
  );
};
