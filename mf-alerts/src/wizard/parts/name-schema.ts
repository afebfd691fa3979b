import { alertDescriptionLength, alertNameLength } from '@readerlens/contract/alerts';
import { object, string } from 'yup';

export interface NameValues {
  name: string;
  description: string;
}

const isWithin = (max: number) => (text: string | undefined) => Array.from((text ?? '').trim()).length <= max;

export const nameSchema = object({
  name: string()
    .trim()
    .required('Alert Title is required')
    .test(
      'length',
      `Alert Title must not be longer than ${alertNameLength} characters`,
      isWithin(alertNameLength),
    ),
  description: string().test(
    'length',
    `Description must not be longer than ${alertDescriptionLength} characters`,
    isWithin(alertDescriptionLength),
  ),
});
