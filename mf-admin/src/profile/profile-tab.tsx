import type { TabProps } from '../person/tab-props.ts';
import { ManageUser } from './manage-user.tsx';
import { MyProfile } from './my-profile.tsx';

/** The account itself: read-mostly for its owner, the whole form for staff. */
export const ProfileTab = ({ account, isOwn }: TabProps) =>
  isOwn ? <MyProfile account={account} /> : <ManageUser account={account} />;
