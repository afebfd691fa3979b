import { api, signInWith } from '@readerlens/auth';
import {
  Button,
  Form,
  PasswordField,
  Stack,
  toast,
  useForm,
  useFormContext,
  useTextField,
} from '@readerlens/ui';
import { useNavigate } from 'react-router-dom';
import { messages } from '../messages.ts';
import { rejectSession } from '../session/end-session.ts';
import { PasswordChecklist } from './password-checklist.tsx';
import { newPasswordSchema } from './sign-in-schema.ts';
import { readReason } from './use-password-token.ts';

type Passwords = { password: string; confirm: string };

const Fields = () => {
  const { values, saving } = useFormContext<Passwords>();
  return (
    <Stack gap="4">
      <PasswordField
        label="Password"
        required
        autoComplete="new-password"
        size="lg"
        {...useTextField('password')}
      />
      <PasswordChecklist password={values.password} />
      <PasswordField
        label="Confirm Password"
        required
        autoComplete="new-password"
        size="lg"
        {...useTextField('confirm')}
      />
      <Button type="submit" variant="primary" size="lg" wide loading={saving}>
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
  const form = useForm<Passwords, string>({
    initial: { password: '', confirm: '' },
    schema: newPasswordSchema,
    showProblems: 'left',
    save: async ({ password }) => {
      const answer = await api('POST /api/set-password/from-token', {
        body: { token, password, ...(isRegistration ? { isRegistration } : {}) },
      });
      await signInWith(answer.token);
      return answer.token;
    },
    onSaved: () => {
      toast.success(isRegistration ? messages.passwordSet : messages.passwordReset);
      onDone();
    },
    onRefused: (error) => {
      const reason = readReason(error, messages.unexpected);
      rejectSession(reason);
      toast.error(reason);
      void navigate('/login', { replace: true });
    },
  });
  return (
    <Form form={form} showsFailure={false}>
      <Fields />
    </Form>
  );
};
