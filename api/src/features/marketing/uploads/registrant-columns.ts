// Columns of those who registered for something.
import { defineColumn } from './upload-kind.ts';

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
