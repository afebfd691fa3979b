import { sql } from 'kysely';
import type { PersonalDataRequest } from '@readerlens/contract';
import { unknownClientMessage } from '@readerlens/contract/messages';
import {
  correctedMessage,
  liftedMessage,
  personalDataForbiddenMessage,
  restrictedMessage,
  unknownReadersMessage,
} from '@readerlens/contract/personal-data/messages';
import { nameOfPersonSql } from '../../people/person-name.ts';
import type { Feature } from '../../people/services.ts';
import type { Session } from '../../people/session.ts';
import { forbidden, invalidInput } from '../../platform/http/errors.ts';
import { parseId } from '../../platform/http/ids.ts';
import { route } from '../../platform/http/route.ts';
import { checkCaseTexts } from './check-case-texts.ts';
import { correctReader } from './correct.ts';
import { eraseReaders } from './erase.ts';
import { exportReaders } from './export-readers.ts';
import { findReaders } from './find-readers.ts';
import { nameClientsSql } from './name-clients.ts';
import { liftRestriction, restrictReader } from './restrict.ts';
import { readRetention } from './retention.ts';

const shownRequests = 100;

/** Whoever answers a request sees whose it is, and does so with the own account. */
const checkCaller = ({ blinded, impersonator }: Session): void => {
  if (blinded || impersonator) throw forbidden(personalDataForbiddenMessage);
};

const parseAll = (ids: readonly string[], path: string, message: string): number[] =>
  ids.map((text) => {
    const id = parseId(text);
    if (id === undefined) throw invalidInput(path, message);
    return id;
  });
const parseReaders = (ids: readonly string[], path = 'readerIds') =>
  parseAll(ids, path, unknownReadersMessage);
const parseClients = (ids: readonly string[]) => parseAll(ids, 'clientIds', unknownClientMessage);

export const personalDataRoutes: Feature = (scope, services) => {
  const { kysely } = services.db;

  route(scope, 'POST /api/personal-data/find', {
    async handler({ body, session }) {
      checkCaller(session);
      return { data: await findReaders(services, body.email) };
    },
  });
  route(scope, 'POST /api/personal-data/export', {
    async handler({ body: { readerIds, clientIds, reference = '', format = 'json' }, session }) {
      checkCaller(session);
      checkCaseTexts({ reference });
      const asked = { readerIds: parseReaders(readerIds), reference, format };
      return exportReaders(services, { ...asked, clientIds: clientIds && parseClients(clientIds) }, session);
    },
  });
  route(scope, 'POST /api/personal-data/correct', {
    async handler({ body: { readerId, values, reference = '' }, session }) {
      checkCaller(session);
      checkCaseTexts({ reference });
      const [id = 0] = parseReaders([readerId], 'readerId');
      await correctReader(services, { readerId: id, values, reference }, session);
      return { data: null, message: correctedMessage };
    },
  });
  route(scope, 'POST /api/personal-data/erase', {
    async handler({ body: { readerIds, keep, clientIds, reference = '' }, session }) {
      checkCaller(session);
      checkCaseTexts({ reference });
      const asked = { readerIds: parseReaders(readerIds), clientIds: clientIds && parseClients(clientIds) };
      return { data: await eraseReaders(services, { ...asked, keep, reference }, session) };
    },
  });
  route(scope, 'POST /api/personal-data/restrict', {
    async handler({ body: { readerId, clientIds, reason, reference = '' }, session }) {
      checkCaller(session);
      checkCaseTexts({ reference, reason });
      const [id = 0] = parseReaders([readerId], 'readerId');
      const asked = { readerId: id, clientIds: clientIds && parseClients(clientIds) };
      await restrictReader(services, { ...asked, reason, reference }, session);
      return { data: null, message: restrictedMessage };
    },
  });
  route(scope, 'POST /api/personal-data/lift', {
    async handler({ body: { readerId, reference = '' }, session }) {
      checkCaller(session);
      checkCaseTexts({ reference });
      const [id = 0] = parseReaders([readerId], 'readerId');
      await liftRestriction(services, { readerId: id, reference }, session);
      return { data: null, message: liftedMessage };
    },
  });
  route(scope, 'GET /api/personal-data/retention', {
    async handler({ session }) {
      checkCaller(session);
      return { data: await readRetention(services) };
    },
  });
  route(scope, 'GET /api/personal-data/requests', {
    async handler({ session }) {
      checkCaller(session);
      const rows = await kysely
        .selectFrom('personal_data_request as r')
        .select([
          'r.id',
          'r.at',
          'r.kind',
          'r.reference',
          'r.readers',
          'r.kept',
          nameClientsSql('r.clients').as('clients'),
          nameOfPersonSql('r.user_id').as('by'),
          sql<string | null>`(SELECT person.email FROM app_user AS person WHERE person.id = r.user_id)`.as(
            'byEmail',
          ),
          sql<PersonalDataRequest['areas']>`(
            SELECT coalesce(jsonb_agg(jsonb_build_object('area', n.area, 'state', n.state) ORDER BY n.area), '[]')
            FROM area_notice AS n WHERE n.request_id = r.id)`.as('areas'),
        ])
        .orderBy('r.at', 'desc')
        .orderBy('r.id')
        .limit(shownRequests)
        .execute();
      return {
        data: rows.map(({ at, readers, ...row }) => ({
          ...row,
          at: at.toISOString(),
          readers: readers.map(String),
        })),
      };
    },
  });
};
