import type { OrganizationQuestionRow, ProxyPath, ReaderInfo, ReaderOrg } from '@readerlens/contract';
import { proxyPaths } from '@readerlens/contract';
import type { Static } from 'typebox';
import { readReaderOrg } from '../../activities/figures/organisation-view.ts';
import { readReaderInfo } from '../../activities/figures/reader-rows.ts';
import { createSubjects } from '../../activities/figures/subjects.ts';
import { unknownAddress } from '../../platform/http/errors.ts';
import { parseId } from '../../platform/http/ids.ts';
import type { Services } from '../../people/services.ts';
import type { Session } from '../../people/session.ts';
import { dimensionRows } from '../../activities/lookups/dimension-lookup.ts';
import { parseIdList, named } from '../../people/named.ts';
import type { Named } from '../../people/named.ts';
import { createOrganisationLookup } from '../../activities/lookups/organisation-lookup.ts';
import { createQuestionLookup } from './question-lookup.ts';

export interface ProxyQuery {
  readonly path: string;
  readonly q?: string;
  readonly ids?: string;
}

type Lookups = (Named | Static<typeof OrganizationQuestionRow>)[];
type Entity = ReaderInfo | ReaderOrg;

const isProxyPath = (path: string): path is ProxyPath => proxyPaths.some((known) => known === path);

/** Organizations are only for callers who may search by them. */
const maySearchOrganisations = ({ scope }: Session): boolean =>
  scope.searchFields.has('ReaderOrgs') || scope.searchFields.has('ReaderOrgsLookup');

/** The reader or organization of a path. The level of a reader has no effect. */
const parseEntity = (path: string): { readonly reader: string } | { readonly orgId: string } | undefined => {
  const [, reader] = /^user\/(.+?)(?:\?level=\w*)?$/.exec(path) ?? [];
  if (reader !== undefined) return { reader };
  const [, orgId] = /^reader-org\/([^/?]+)$/.exec(path) ?? [];
  return orgId === undefined ? undefined : { orgId };
};

/** The lookups of the user service. Throws 404 for any other path: it is a fixed list, not a proxy. */
export const createUserProxy = ({ db, catalogue }: Services) => {
  const { kysely } = db;
  const subjects = createSubjects(db);
  const organisations = createOrganisationLookup(db);
  const questions = createQuestionLookup(db);
  const byPath: Record<ProxyPath, (query: ProxyQuery, session: Session) => Promise<Lookups>> = {
    personas: async (_, session) => named(await dimensionRows(db, 'personas', session)),
    'service-offerings': async (_, session) => named(await dimensionRows(db, 'service-offerings', session)),
    'organization-questions': async (_, { scope }) => questions(await catalogue(), scope),
    'reader-orgs': async ({ q = '', ids }, session) => {
      if (!maySearchOrganisations(session)) return [];
      return named(
        ids === undefined
          ? await organisations.containing(q, session)
          : await organisations.byIds(parseIdList(ids), session),
      );
    },
  };
  const readerInfo = async (idOrEmail: string, session: Session): Promise<ReaderInfo> =>
    readReaderInfo(kysely, await subjects.reader(idOrEmail, session), session);

  const readerOrg = async (orgId: string, session: Session): Promise<ReaderOrg> => {
    const id = parseId(orgId) ?? 0;
    await subjects.require({ organisationIds: [id] }, session.scope);
    return readReaderOrg(kysely, id, session);
  };

  return async (query: ProxyQuery, session: Session): Promise<Lookups | Entity> => {
    if (isProxyPath(query.path)) return byPath[query.path](query, session);
    const entity = parseEntity(query.path);
    if (!entity) throw unknownAddress();
    return 'reader' in entity ? readerInfo(entity.reader, session) : readerOrg(entity.orgId, session);
  };
};
