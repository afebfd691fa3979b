import { OfferedLink } from '@readerlens/ui';

/** Leads to where a person manages the saved searches. Nothing if the address leads nowhere for the viewer. */
export const ManageSearchesLink = ({ userId }: { userId: string | undefined }) => (
  <OfferedLink
    to={`/admin/user/${userId}?active=1`}
    otherwise={null}
    textStyle="caption"
    alignSelf="flex-start"
  >
    Manage Saved Searches
  </OfferedLink>
);
