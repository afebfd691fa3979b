import { api } from '@readerlens/auth';
import { Button, Stack, TextField, TextLink, emailText, toast, useFormikField } from '@readerlens/ui';
import { Form, Formik, useFormikContext } from 'formik';
import { useState } from 'react';
import { object } from 'yup';
import { messages } from '../messages.ts';
import { PublicHeading } from './public-heading.tsx';
import { SuccessCard } from './success-card.tsx';
import { reasonOf } from './use-password-token.ts';

const schema = object({ email: emailText() });

const Fields = () => {
  const { isSubmitting } = useFormikContext();
  return (
    <Stack gap="4">
      <TextField label="Email" type="email" autoComplete="username" size="lg" {...useFormikField('email')} />
      <Button type="submit" variant="primary" size="lg" wide loading={isSubmitting}>
        Submit
      </Button>
    </Stack>
  );
};

/** Asks for a link to set a new password. */
export const ForgotPasswordPage = () => {
  const [sentTo, setSentTo] = useState<string>();
  const submit = async ({ email }: { email: string }) => {
    try {
      await api('POST /api/forgot-password', { body: { email: email.trim() } });
      setSentTo(email.trim());
    } catch (error) {
      toast.error(reasonOf(error, messages.unexpected));
    }
  };
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
      <Formik initialValues={{ email: '' }} validationSchema={schema} onSubmit={submit}>
        <Form noValidate>
          <Fields />
        </Form>
      </Formik>
      <TextLink to="/login" alignSelf="flex-start">
        Back to log in
      </TextLink>
    </Stack>
  );
};
