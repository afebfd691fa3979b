// The reader or the organization that an alert is about. It is an id and no filter, so that people without the right to search
// for it can be told about what they see on its page.
import type { AlertSubject, NamedAlertSubject } from '@readerlens/contract';
import type { Subject } from '../../../activities/figures/subjects.ts';
import { createSubjects, nameSubjects } from '../../../activities/figures/subjects.ts';
import type { DataScope } from '../../../people/policy.ts';
import type { Services } from '../../../people/services.ts';
import type { Viewer } from '../../../people/session.ts';
import { noSuchThing } from '../../../platform/http/errors.ts';
import { parseId } from '../../../platform/http/ids.ts';
import { refuse } from './alert-input.ts';
import type { FiltersBody } from './alert-input.ts';
import type { SubjectColumns } from './alert-definition.ts';

/** Shown instead of its name to people who see none of its activities. */
const hiddenName = 'one whose activities you do not see';

/** Of an alert about all. */
export const noSubject: SubjectColumns = { subject_reader_id: null, subject_organisation_id: null };

const toSubject = ({ subject_reader_id, subject_organisation_id }: SubjectColumns): Subject => ({
  ...(subject_reader_id === null ? {} : { readerIds: [subject_reader_id] }),
  ...(subject_organisation_id === null ? {} : { organisationIds: [subject_organisation_id] }),
});

const toColumns = ({ kind, id }: AlertSubject): SubjectColumns => ({
  ...noSubject,
  [kind === 'Reader' ? 'subject_reader_id' : 'subject_organisation_id']: parseId(id) ?? 0,
});

const noSuchSubject = ({ kind }: AlertSubject) => noSuchThing(kind === 'Reader' ? 'reader' : 'organization');

/**
 * The columns of the subject to store. One that is stored stays, also if the owner no longer sees it.
 * @throws AppError 400 for a subject of which the owner sees no activity, whether it exists or not
 */
export const checkedSubject = async (
  { db }: Pick<Services, 'db'>,
  { subject }: Pick<FiltersBody, 'subject'>,
  alert: SubjectColumns,
  scope: DataScope,
): Promise<SubjectColumns> => {
  const { subject_reader_id, subject_organisation_id } = alert;
  if (subject === undefined) return { subject_reader_id, subject_organisation_id };
  if (subject === null) return noSubject;
  const columns = toColumns(subject);
  if (isSameSubject(columns, alert)) return columns;
  if (!(await createSubjects(db).isVisible(toSubject(columns), scope)))
    refuse('subject.id', noSuchSubject(subject).message);
  return columns;
};

export const isSameSubject = (a: SubjectColumns, b: SubjectColumns): boolean =>
  a.subject_reader_id === b.subject_reader_id && a.subject_organisation_id === b.subject_organisation_id;

/** Undefined for a viewer who sees no activity of the subject. */
const findName = async (
  { db }: Pick<Services, 'db'>,
  columns: SubjectColumns,
  viewer: Viewer,
): Promise<string | undefined> => {
  const { subject_reader_id: reader, subject_organisation_id: organisation } = columns;
  const id = reader ?? organisation ?? 0;
  if (!(await createSubjects(db).isVisible(toSubject(columns), viewer.scope))) return undefined;
  const names = await nameSubjects(db.kysely, reader === null ? 'ReaderOrg' : 'Reader', [id], viewer);
  return names.get(id)?.name;
};

/** The subject with its name, as far as a viewer sees it; null for an alert about all. */
export const namedSubject = async (
  services: Pick<Services, 'db'>,
  columns: SubjectColumns,
  viewer: Viewer,
): Promise<NamedAlertSubject | null> => {
  const { subject_reader_id: reader, subject_organisation_id: organisation } = columns;
  const id = reader ?? organisation;
  if (id === null) return null;
  const name = (await findName(services, columns, viewer)) ?? hiddenName;
  return { kind: reader === null ? 'Organization' : 'Reader', id: String(id), name };
};

/**
 * The subject of an alert that does not exist yet, with its name.
 * @throws AppError 404 for one of which the viewer sees no activity, whether it exists or not
 */
export const findSubject = async (
  services: Pick<Services, 'db'>,
  subject: AlertSubject,
  viewer: Viewer,
): Promise<NamedAlertSubject> => {
  const name = await findName(services, toColumns(subject), viewer);
  if (name === undefined) throw noSuchSubject(subject);
  return { ...subject, name };
};
