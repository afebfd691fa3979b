import { contactNameLength } from '@readerlens/contract/activity-reports';
import { noDaysMessage } from '@readerlens/contract/activity-reports/messages';
import { requiredMessage, tooLongMessage } from '@readerlens/contract/messages';
import { emailText, requiredText } from '@readerlens/ui';
import { array, object, string } from 'yup';

const nameText = (label: string) =>
  requiredText(label).max(contactNameLength, tooLongMessage(label, contactNameLength));

/** The rules of the fields of a report. */
export const reportSchema = (storedEmail: string) =>
  object({
    email: emailText(storedEmail),
    firstName: nameText('First Name'),
    lastName: nameText('Last Name'),
    company: object().test(
      'company',
      requiredMessage('Company'),
      (value) => value !== undefined && 'id' in value,
    ),
    timeZone: string().required(requiredMessage('Time zone')),
    sendDays: array().min(1, noDaysMessage),
  });
