// The values of restricted readers, which are stored encrypted.
import type { Secrets } from '../../platform/secrets.ts';
import { createSecretBox } from '../../platform/webhooks/secret-box.ts';
import type { SecretBox } from '../../platform/webhooks/secret-box.ts';

export const createRestrictionBox = ({ deriveDataKeys }: Pick<Secrets, 'deriveDataKeys'>): SecretBox =>
  createSecretBox(deriveDataKeys('restricted reader'));

/** What the values of a reader are sealed with: they can be opened as those of this reader only. */
export const restrictionContext = (readerId: number): string => `reader ${readerId}`;
