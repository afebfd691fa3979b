import type { OrganizationQuestionRow, ProxyPath } from '@readerlens/contract';
import { proxyPaths } from '@readerlens/contract';
import type { Static } from 'typebox';
import { notFound } from '../../platform/http/errors.ts';
import type { Services } from '../../core/services.ts';
import type { Session } from '../../core/people/session.ts';
import { dimensionRows } from '../../core/lookups/dimension-lookup.ts';
import { idsOf, named } from '../../core/lookups/named.ts';
import type { Named } from '../../core/lookups/named.ts';
import { createOrganisationLookup } from '../../core/lookups/organisation-lookup.ts';
import { createQuestionLookup } from './question-lookup.ts';

export interface ProxyQuery {
  readonly path: string;
  readonly q?: string;
  readonly ids?: string;
}

type Answer = (Named | Static<typeof OrganizationQuestionRow>)[];

export const unknownPath = () => notFound('This address does not exist.');

const isProxyPath = (path: string): path is ProxyPath => proxyPaths.some((known) => known === path);

/** Organizations are only for callers who may search by them. */
const maySearchOrganisations = ({ scope }: Session): boolean =>
  scope.searchFields.has('ReaderOrgs') || scope.searchFields.has('ReaderOrgsLookup');

/** The lookups of the user service. Throws 404 for any other path: it is a fixed list, not a proxy. */
export const createUserProxy = ({ db, catalogue }: Services) => {
  const organisations = createOrganisationLookup(db);
  const questions = createQuestionLookup(db);
  const byPath: Record<ProxyPath, (query: ProxyQuery, session: Session) => Promise<Answer>> = {
    personas: async (_, session) => named(await dimensionRows(db, 'personas', session)),
    'service-offerings': async (_, session) => named(await dimensionRows(db, 'service-offerings', session)),
    'organization-questions': async (_, { scope }) => questions(await catalogue(), scope),
    'reader-orgs': async ({ q = '', ids }, session) => {
      if (!maySearchOrganisations(session)) return [];
      return named(
        ids === undefined
          ? await organisations.containing(q, session)
          : await organisations.byIds(idsOf(ids), session),
      );
    },
  };
  return async (query: ProxyQuery, session: Session): Promise<Answer> => {
    if (!isProxyPath(query.path)) throw unknownPath();
    return byPath[query.path](query, session);
  };
};
