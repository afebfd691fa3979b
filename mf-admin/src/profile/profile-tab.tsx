import { Stack } from '@readerlens/ui';
import type { TabProps } from '../person/tab-props.ts';
import { SessionsCard } from '../sessions/sessions-card.tsx';
import { ManageUser } from './manage-user.tsx';
import { MyProfile } from './my-profile.tsx';

/** The account itself, read-mostly for its owner, the whole form for staff, and its sessions. */
export const ProfileTab = ({ account, isOwn }: TabProps) => (
  <Stack gap="5">
    {isOwn ? <MyProfile account={account} /> : <ManageUser account={account} />}
    <SessionsCard account={account} isOwn={isOwn} />
  </Stack>
);
