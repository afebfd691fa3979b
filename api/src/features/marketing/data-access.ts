import { isStaff } from '@readerlens/contract';
import { marketingBlindedMessage } from '@readerlens/contract/marketing/messages';
import { missingMessage } from '@readerlens/contract/messages';
import { findNamedClient } from '../../people/named-client.ts';
import type { Session } from '../../people/session.ts';
import type { Services } from '../../people/services.ts';
import { forbidden, notFound } from '../../platform/http/errors.ts';

type Parts = Pick<Services, 'config' | 'db'>;

export const noFeatureMessage = 'Marketing Performance is not available.';

export const refuseWithoutFeature = ({ config }: Pick<Services, 'config'>): void => {
  if (!config.public.features.marketingPerformance) throw forbidden(noFeatureMessage);
};

/** The client of a path. Throws 403 for one that the caller does not see, and 404 for one that does not exist. */
export const findClient = async ({ config, db }: Parts, text: string, session: Session): Promise<number> => {
  refuseWithoutFeature({ config });
  return findNamedClient(db, text, session, () => notFound(missingMessage('client')));
};

/** Masked values cannot be edited, and files show what is masked. */
export const refuseBlinded = ({ blinded }: Session): void => {
  if (blinded) throw forbidden(marketingBlindedMessage);
};

/** Files are for staff. The program of a client may send its own rows. */
export const refuseUpload = ({ role, apiClientId }: Session): void => {
  if (!isStaff(role) && apiClientId === undefined)
    throw forbidden('Marketing data is uploaded by staff, or sent by the API client of an account.');
};
