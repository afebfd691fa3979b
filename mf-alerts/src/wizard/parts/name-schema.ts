import { alertDescriptionLength, alertNameLength } from '@readerlens/contract/alerts';
import { titleRequiredMessage } from '@readerlens/contract/alerts/messages';
import { tooLongMessage } from '@readerlens/contract/messages';
import { object, string } from 'yup';

export interface NameValues {
  name: string;
  description: string;
}

const isWithin = (max: number) => (text: string | undefined) => Array.from((text ?? '').trim()).length <= max;

export const nameSchema = object({
  name: string()
    .trim()
    .required(titleRequiredMessage)
    .test('length', tooLongMessage('Alert Title', alertNameLength), isWithin(alertNameLength)),
  description: string().test(
    'length',
    tooLongMessage('Description', alertDescriptionLength),
    isWithin(alertDescriptionLength),
  ),
});
