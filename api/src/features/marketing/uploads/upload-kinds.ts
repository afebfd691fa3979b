import type { UploadKind } from '@readerlens/contract/marketing-pipeline';
import { opportunityKind } from './opportunity-kind.ts';
import type { UploadKindRules } from './upload-kind.ts';

/** What can be uploaded, for the thread that reads files. Another kind is a line here. */
export const uploadRules: Readonly<Record<UploadKind, UploadKindRules<string, never>>> = {
  opportunities: opportunityKind as unknown as UploadKindRules<string, never>,
};
