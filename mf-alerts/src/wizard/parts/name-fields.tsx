import { alertDescriptionLength, alertNameLength } from '@readerlens/contract/alerts';
import { Card, Stack, TextAreaField, TextField, useFormikField } from '@readerlens/ui';
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

interface Props {
  /** What the server says about fields, by their names. */
  refused?: ReadonlyMap<string, string> | undefined;
  title?: string;
}

/** Title and description of an alert, in a <Formik> with `nameSchema`. */
export const NameFields = ({ refused, title = 'Name and description' }: Props) => {
  const name = useFormikField('name');
  const description = useFormikField('description');
  return (
    <Card title={title}>
      <Stack gap="4" maxW="640px">
        <TextField
          label="Alert Title"
          required
          {...name}
          maxLength={alertNameLength}
          counter
          error={name.error ?? refused?.get('name')}
        />
        <TextAreaField
          label="Description"
          rows={3}
          {...description}
          maxLength={alertDescriptionLength}
          counter
          error={description.error ?? refused?.get('description')}
        />
      </Stack>
    </Card>
  );
};
