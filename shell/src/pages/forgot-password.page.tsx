import { api } from '@readerlens/auth';
import { Button, Form, Stack, TextField, TextLink, toast, useForm, useTextField } from '@readerlens/ui';
import { useState } from 'react';
import { messages } from '../messages.ts';
import { PublicHeading } from './public-heading.tsx';
import { forgotPasswordSchema } from './sign-in-schema.ts';
import { SuccessCard } from './success-card.tsx';
import { readReason } from './use-password-token.ts';

const EmailField = () => (
  <TextField label="Email" type="email" autoComplete="username" size="lg" {...useTextField('email')} />
);

/** Asks for a link to set a new password. */
export const ForgotPasswordPage = () => {
  const [sentTo, setSentTo] = useState<string>();
  const form = useForm({
    initial: { email: '' },
    schema: forgotPasswordSchema,
    showProblems: 'left',
    save: async ({ email }) => {
      await api('POST /api/forgot-password', { body: { email: email.trim() } });
      return { email: email.trim() };
    },
    onSaved: ({ email }) => setSentTo(email),
    onRefused: (error) => void toast.error(readReason(error, messages.unexpected)),
  });
  if (sentTo) {
    return (
      <SuccessCard title={messages.resetSent(sentTo)} link={{ to: '/login', text: 'Back to log in' }}>
        {messages.forgotNext}
      </SuccessCard>
    );
  }
  return (
    <Stack gap="6">
      <div>
        <PublicHeading title="Reset Password">{messages.forgotHelp}</PublicHeading>
      </div>
      <Form form={form} showsFailure={false}>
        <Stack gap="4">
          <EmailField />
          <Button type="submit" variant="primary" size="lg" wide loading={form.saving}>
            Submit
          </Button>
        </Stack>
      </Form>
      <TextLink to="/login" alignSelf="flex-start">
        Back to log in
      </TextLink>
    </Stack>
  );
};
