import type { UploadKind } from '@readerlens/contract/marketing-pipeline';
import { eventKind } from './event-kind.ts';
import { newsletterKind } from './newsletter-kind.ts';
import { opportunityKind } from './opportunity-kind.ts';
import type { UploadKindRules } from './upload-kind.ts';
import { webinarKind } from './webinar-kind.ts';

/** Nothing but the kind knows the type of its rows. */
const hideTypes = <Key extends string, Row>(rules: UploadKindRules<Key, Row>) =>
  rules as unknown as UploadKindRules<string, never>;

/** What can be uploaded, and how its files are read. Where its rows are stored is in `stored-kinds.ts`. */
export const uploadRules: Readonly<Record<UploadKind, UploadKindRules<string, never>>> = {
  opportunities: hideTypes(opportunityKind),
  webinars: hideTypes(webinarKind),
  events: hideTypes(eventKind),
  newsletters: hideTypes(newsletterKind),
};
