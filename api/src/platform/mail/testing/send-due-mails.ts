import { createRunner, systemClock } from '../../jobs/index.ts';
import type { Clock } from '../../jobs/index.ts';
import type { Database } from '../../db/index.ts';
import { mailKind } from '../mail-kind.ts';
import type { MailTransport } from '../transport.ts';

const logger = { warn() {}, error() {} };

/** Sends due mails like a worker. Returns the number of attempts. */
export const sendDueMails = async (
  db: Database,
  transport: MailTransport,
  clock: Clock = systemClock,
): Promise<number> => {
  let attempts = 0;
  const onAttempt = () => {
    attempts += 1;
  };
  await createRunner({ db, kinds: [mailKind(transport)], logger, clock, onAttempt }).runDue();
  return attempts;
};
