import { ApiError, login } from '@readerlens/auth';
import { useAccess } from '@readerlens/auth/react';
import { signInRefusals } from '@readerlens/contract/session';
import {
  Banner,
  Box,
  Button,
  Form,
  PasswordField,
  Stack,
  TextField,
  TextLink,
  toast,
  useForm,
  useTextField,
} from '@readerlens/ui';
import type { FormState } from '@readerlens/ui';
import { CircleAlert } from 'lucide-react';
import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { useStore } from 'zustand';
import { config } from '../config.ts';
import { messages } from '../messages.ts';
import { loginNotice, resetHandled } from '../session/end-session.ts';
import { takeReturnRoute } from '../session/return-route.ts';
import { DemoAccounts } from './demo-accounts.tsx';
import { firstField, useFirstField } from '../layout/first-field.ts';
import { LoginHelp } from './login-help.tsx';
import { ProviderButton } from './provider-button.tsx';
import { PublicHeading } from './public-heading.tsx';
import { loginSchema } from './sign-in-schema.ts';

type Credentials = { email: string; password: string };

/** Redirects a user with a session to the remembered route, once; also when another tab logs in. */
const useLeaveWhenSignedIn = () => {
  const navigate = useNavigate();
  const signedIn = useAccess();
  useEffect(() => {
    resetHandled();
  }, []);
  useEffect(() => {
    if (!signedIn) return;
    loginNotice.setState({ text: undefined, handled: false });
    void navigate(takeReturnRoute(), { replace: true });
  }, [signedIn, navigate]);
};

const isRefused = (error: unknown): error is ApiError => error instanceof ApiError && error.status === 401;

const useLoginForm = () =>
  useForm<Credentials>({
    initial: { email: '', password: '' },
    schema: loginSchema,
    showProblems: 'filled',
    save: async (credentials) => {
      await login(loginSchema.cast(credentials));
      return credentials;
    },
    explain: (error) => (isRefused(error) ? error.message : messages.loginTrouble),
    onRefused: (error) => {
      if (isRefused(error)) toast.error(messages.invalidCredentials, { durationMs: 3000, closable: false });
    },
  });

/** The page begins in its first field. The link stands after the password, so that Tab leads from the email to the password. */
const Fields = () => (
  <Stack gap="4">
    <TextField
      label="Email"
      type="email"
      autoComplete="username"
      size="lg"
      {...firstField}
      {...useTextField('email')}
    />
    <Stack gap="2" align="flex-end">
      <Box width="full">
        <PasswordField
          label="Password"
          autoComplete="current-password"
          size="lg"
          {...useTextField('password')}
        />
      </Box>
      <TextLink to="/forgot-password" textStyle="small">
        Forgot Password
      </TextLink>
    </Stack>
  </Stack>
);

const Problem = ({ text, tone }: { text: string; tone: 'negative' | 'warning' }) => (
  <Banner tone={tone} shape="box" role="alert" icon={<CircleAlert size={16} aria-hidden="true" />}>
    {text}
  </Banner>
);

/** The reason why the identity provider's sign-in has led back here. */
const useRefusal = (): string | undefined => {
  const [query] = useSearchParams();
  const refused = signInRefusals.find((refusal) => refusal === query.get('refused'));
  return refused && messages.signInRefused[refused](config.signIn.provider ?? 'The identity provider');
};

const Or = () => (
  <Box display="flex" alignItems="center" gap="3" color="textMuted" textStyle="small">
    <Box flex="1" borderTopWidth="1px" />
    or
    <Box flex="1" borderTopWidth="1px" />
  </Box>
);

const PasswordForm = ({ form }: { form: FormState<Credentials> }) => (
  <Form form={form} showsFailure={false}>
    <Stack gap="5">
      <Fields />
      <Button type="submit" variant="primary" size="lg" wide loading={form.saving}>
        Log In
      </Button>
      {config.demoAccounts && <DemoAccounts accounts={config.demoAccounts} onChoose={form.change} />}
    </Stack>
  </Form>
);

/** The ways to log in, with the reason why the user has to. */
export const LoginPage = () => {
  useLeaveWhenSignedIn();
  useFirstField();
  const refusal = useRefusal();
  const { password, provider } = config.signIn;
  const notice = useStore(loginNotice, (state) => state.text);
  const form = useLoginForm();
  const [problem] = form.messages;
  return (
    <Stack gap="6">
      <div>
        <PublicHeading title="Log in" />
      </div>
      {(problem ?? refusal) && <Problem text={problem ?? refusal ?? ''} tone="negative" />}
      {!problem && !refusal && notice && <Problem text={notice} tone="warning" />}
      {password && <PasswordForm form={form} />}
      {password && provider && <Or />}
      {provider && <ProviderButton provider={provider} only={!password} />}
      <LoginHelp />
    </Stack>
  );
};
