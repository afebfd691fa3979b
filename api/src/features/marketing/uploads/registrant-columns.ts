// Columns of those who registered for something.
import { checkPast } from './parse-columns.ts';
import { RowProblem, defineColumn } from './upload-kind.ts';
import type { RowContext, UploadColumn } from './upload-kind.ts';

export const titleNames = 'name topic subject';
export const registrantColumns = {
  email: defineColumn(
    'Email',
    'e_mail email_address registrant_email attendee_email',
    'Address of the person, which matches a reader of the client',
    { isRequired: true },
  ),
  registered: defineColumn(
    'Registered On',
    'registered_at registration_date registration_time date_registered',
    'Day of the registration',
  ),
  attended: defineColumn('Attended', 'attended_live attendance attendance_status', 'Yes or No', {
    isRequired: true,
  }),
};

/** The days of a registration, and of what it is for: what is still to come has no registrations after today, and nobody there. */
export const checkDays = (
  row: { readonly registered_on: string | null; readonly attended: boolean },
  held: { readonly column: UploadColumn; readonly day: string },
  context: RowContext,
): void => {
  checkPast(registrantColumns.registered, row.registered_on, context);
  if (row.attended && held.day > context.today)
    throw new RowProblem(
      held.column.label,
      held.day,
      `The day is in the future, but ${registrantColumns.attended.label} is Yes.`,
    );
};
