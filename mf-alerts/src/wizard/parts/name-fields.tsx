import { alertDescriptionLength, alertNameLength } from '@readerlens/contract/alerts';
import { Card, Stack, TextAreaField, TextField } from '@readerlens/ui';
import { useField, useFormikContext } from 'formik';
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
  /** Shows problems before the first attempt to save. */
  checked?: boolean;
  /** What the server says about fields, by their names. */
  refused?: ReadonlyMap<string, string> | undefined;
}

/** Title and description of an alert, in a <Formik> with `nameSchema`. */
export const NameFields = ({ refused, checked = false }: Props) => {
  const { submitCount } = useFormikContext();
  const [name, { error: nameProblem }] = useField<string>('name');
  const [description, { error: descriptionProblem }] = useField<string>('description');
  // Not on blur: the message would move the button that the user is clicking.
  const isShown = checked || submitCount > 0;
  return (
    <Card title="Name and description">
      <Stack gap="4" maxW="640px">
        <TextField
          label="Alert Title"
          required
          {...name}
          maxLength={alertNameLength}
          counter
          error={(isShown ? nameProblem : undefined) ?? refused?.get('name')}
        />
        <TextAreaField
          label="Description"
          rows={3}
          {...description}
          maxLength={alertDescriptionLength}
          counter
          error={(isShown ? descriptionProblem : undefined) ?? refused?.get('description')}
        />
      </Stack>
    </Card>
  );
};
