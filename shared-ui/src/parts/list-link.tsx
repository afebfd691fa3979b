import { TextLink } from '@readerlens/ui';
import { useLocation } from 'react-router-dom';

/** History state that keeps the `location.search` of the list that a page is opened from. */
export const listState = (search: string) => ({ list: search });

/** The `location.search` kept by `listState`; '' when there is none, as in a new tab. */
export const listSearch = (state: unknown): string =>
  typeof state === 'object' && state !== null && 'list' in state && typeof state.list === 'string'
    ? state.list
    : '';

/** Returns to a list as it was left: its page, order and filters exist only in its URL. */
export const ListLink = ({ to, children }: { to: string; children: string }) => (
  <TextLink to={`${to}${listSearch(useLocation().state)}`}>{children}</TextLink>
);
