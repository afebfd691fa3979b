import { alertDescriptionLength, alertNameLength } from '@readerlens/contract/alerts';
import { Card, Stack, TextAreaField, TextField, useTextField } from '@readerlens/ui';

/** Title and description of an alert. */
export const NameFields = () => (
  <Card title="Name and description">
    <Stack gap="4" maxW="640px">
      <TextField label="Alert Title" required maxLength={alertNameLength} counter {...useTextField('name')} />
      <TextAreaField
        label="Description"
        rows={3}
        maxLength={alertDescriptionLength}
        counter
        {...useTextField('description')}
      />
    </Stack>
  </Card>
);
