import { countText } from '@readerlens/contract/numbers';
import type { UploadKind } from '@readerlens/contract/marketing-pipeline';

/** What a kind is called, and what one of its rows is. */
export const kindWords: Record<UploadKind, { title: string; one: string; many: string }> = {
  opportunities: { title: 'Opportunities', one: 'deal', many: 'deals' },
  webinars: { title: 'Webinars', one: 'registrant', many: 'registrants' },
  events: { title: 'Events', one: 'registrant', many: 'registrants' },
  newsletters: { title: 'Newsletters', one: 'row of recipients', many: 'rows of recipients' },
};

export const countRows = (kind: UploadKind, count: number): string =>
  countText(count, kindWords[kind].one, kindWords[kind].many);
