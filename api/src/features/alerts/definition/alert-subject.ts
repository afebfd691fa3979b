// The reader or the organization that an alert is about. It is an id and no filter, so that people without the right to search
// for it can be told about what they see on its page.
import type { NamedAlertSubject } from '@readerlens/contract';
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
  const id = parseId(subject.id) ?? 0;
  const columns =
    subject.kind === 'Reader'
      ? { ...noSubject, subject_reader_id: id }
      : { ...noSubject, subject_organisation_id: id };
  if (isSameSubject(columns, alert)) return columns;
  if (!(await createSubjects(db).isVisible(toSubject(columns), scope)))
    refuse('subject.id', noSuchThing(subject.kind === 'Reader' ? 'reader' : 'organization').message);
  return columns;
};

export const isSameSubject = (a: SubjectColumns, b: SubjectColumns): boolean =>
  a.subject_reader_id === b.subject_reader_id && a.subject_organisation_id === b.subject_organisation_id;

/** The subject with its name, as far as a viewer sees it; null for an alert about all. */
export const namedSubject = async (
  { db }: Pick<Services, 'db'>,
  columns: SubjectColumns,
  viewer: Viewer,
): Promise<NamedAlertSubject | null> => {
  const { subject_reader_id: reader, subject_organisation_id: organisation } = columns;
  const id = reader ?? organisation;
  if (id === null) return null;
  const isReader = reader !== null;
  const isVisible = await createSubjects(db).isVisible(toSubject(columns), viewer.scope);
  const names = isVisible
    ? await nameSubjects(db.kysely, isReader ? 'Reader' : 'ReaderOrg', [id], viewer)
    : undefined;
  return {
    kind: isReader ? 'Reader' : 'Organization',
    id: String(id),
    name: names?.get(id)?.name ?? hiddenName,
  };
};
