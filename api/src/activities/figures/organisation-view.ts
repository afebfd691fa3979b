import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { ReaderOrg } from '@readerlens/contract';
import { maySeeValue } from '@readerlens/filters/model';
import { buildCompanyUrl } from '../activity-values.ts';
import { organisationNameSql } from '../subject-names.ts';
import { organisationPseudonym } from '../../people/blinding/pseudonyms.ts';
import type { Schema } from '../../platform/db/index.ts';
import type { Viewer } from '../../people/session.ts';

/** The stored values of an organization, with what it is called. */
export interface StoredOrganisation {
  readonly id: number;
  readonly name: string;
  readonly website?: string | null;
  readonly orgTypes?: readonly string[] | null;
}

/** An organization as a viewer sees it. */
export interface OrganisationView {
  readonly id: string;
  readonly name: string;
  readonly website: string | null;
  /** Path of the company dashboard. */
  readonly companyUrl: string;
  readonly companyType: string[];
}

/** Whether a viewer may see the types of organizations. */
export const seesTypes = ({ scope }: Viewer): boolean => maySeeValue('orgTypes', scope.searchFields);

/** Types of `organisation AS o` as upstream systems write them, without those that mean 'none'. */
export const typesSql = sql`
  (SELECT DISTINCT listed.type FROM unnest(o.org_type) AS listed (type)
    WHERE listed.type NOT IN ('', '-1', 'Unclassified')) AS types`;

/** An organization with its pseudonym in Blinded Mode, and without types that the viewer may not see. */
export const organisationView = (
  { id, name, website = null, orgTypes = [] }: StoredOrganisation,
  viewer: Viewer,
): OrganisationView => {
  const shown = viewer.blinded ? organisationPseudonym(id) : name;
  return {
    id: String(id),
    name: shown,
    website: viewer.blinded ? null : website,
    companyUrl: buildCompanyUrl(null, shown, id) ?? '',
    companyType: seesTypes(viewer) ? [...(orgTypes ?? [])] : [],
  };
};

/** An organization without its path. */
export const toReaderOrg = (organisation: StoredOrganisation, viewer: Viewer): ReaderOrg => {
  const { companyUrl: _, ...readerOrg } = organisationView(organisation, viewer);
  return readerOrg;
};

/** The organization with this id, which the viewer must be known to see. */
export const readReaderOrg = async (
  kysely: Kysely<Schema>,
  id: number,
  viewer: Viewer,
): Promise<ReaderOrg> => {
  const organisation = sql<StoredOrganisation>`
    SELECT given.id, ${organisationNameSql('o', sql`given.id`)} AS name, o.website, o.org_type AS "orgTypes"
    FROM (SELECT ${id}::integer AS id) AS given LEFT JOIN organisation AS o ON o.id = given.id`;
  const [row] = (await organisation.execute(kysely)).rows;
  if (!row) throw new Error('One row was selected.');
  return toReaderOrg(row, viewer);
};
