import type { Account } from '../person/account.queries.ts';
import { ManageUser } from './manage-user.tsx';
import { MyProfile } from './my-profile.tsx';

/** The account itself: read-mostly for its owner, the whole form for staff. */
export const ProfileTab = ({ account, isOwn }: { account: Account; isOwn: boolean }) =>
  isOwn ? <MyProfile account={account} /> : <ManageUser account={account} />;
