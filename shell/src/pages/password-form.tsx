import { api, signInWith } from '@readerlens/auth';
import { Button, PasswordField, Stack, requiredText, toast, useFormikField } from '@readerlens/ui';
import { Form, Formik, useFormikContext } from 'formik';
import { useNavigate } from 'react-router-dom';
import { object, ref } from 'yup';
import { messages } from '../messages.ts';
import { rejectSession } from '../session/end-session.ts';
import { PasswordChecklist } from './password-checklist.tsx';
import { reasonOf } from './use-password-token.ts';

const schema = object({
  password: requiredText('Password'),
  confirm: requiredText('Confirm Password').oneOf([ref('password')], messages.passwordMismatch),
});
type Passwords = { password: string; confirm: string };

const Fields = () => {
  const { values, isSubmitting } = useFormikContext<Passwords>();
  return (
    <Stack gap="4">
      <PasswordField
        label="Password"
        required
        autoComplete="new-password"
        size="lg"
        {...useFormikField('password')}
      />
      <PasswordChecklist password={values.password} />
      <PasswordField
        label="Confirm Password"
        required
        autoComplete="new-password"
        size="lg"
        {...useFormikField('confirm')}
      />
      <Button type="submit" variant="primary" size="lg" wide loading={isSubmitting}>
        Submit
      </Button>
    </Stack>
  );
};

interface Props {
  token: string;
  isRegistration: boolean;
  onDone: () => void;
}

/** A new password with confirmation. On success, signs in with the returned token. */
export const PasswordForm = ({ token, isRegistration, onDone }: Props) => {
  const navigate = useNavigate();
  const submit = async ({ password }: Passwords) => {
    try {
      const answer = await api('POST /api/set-password/from-token', {
        body: { token, password, ...(isRegistration ? { isRegistration } : {}) },
      });
      await signInWith(answer.token);
      toast.success(isRegistration ? messages.passwordSet : messages.passwordReset);
      onDone();
    } catch (error) {
      const reason = reasonOf(error, messages.unexpected);
      rejectSession(reason);
      toast.error(reason);
      void navigate('/login', { replace: true });
    }
  };
  return (
    <Formik initialValues={{ password: '', confirm: '' }} validationSchema={schema} onSubmit={submit}>
      <Form noValidate>
        <Fields />
      </Form>
    </Formik>
  );
};
