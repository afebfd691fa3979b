import type { UploadKind } from '@readerlens/contract/marketing-pipeline';
import { formatCount } from '@readerlens/ui';

/** What a kind is called, and what one of its rows is. */
export const kindWords: Record<UploadKind, { title: string; one: string; many: string }> = {
  opportunities: { title: 'Opportunities', one: 'deal', many: 'deals' },
  webinars: { title: 'Webinars', one: 'registrant', many: 'registrants' },
  events: { title: 'Events', one: 'registrant', many: 'registrants' },
  newsletters: { title: 'Newsletters', one: 'row of recipients', many: 'rows of recipients' },
};

export const countRows = (kind: UploadKind, count: number): string =>
  `${formatCount(count)} ${count === 1 ? kindWords[kind].one : kindWords[kind].many}`;
