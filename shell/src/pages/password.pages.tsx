import { Stack } from '@readerlens/ui';
import { useEffect, useState } from 'react';
import { Navigate, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { config } from '../config.ts';
import { passwordRedirectMs } from '../deadlines.ts';
import { messages } from '../messages.ts';
import { isReturnable, rememberRoute, takeReturnRoute } from '../session/return-route.ts';
import { CheckingLink } from './checking-link.tsx';
import { PasswordForm } from './password-form.tsx';
import { ProviderButton } from './provider-button.tsx';
import { PublicHeading } from './public-heading.tsx';
import { SuccessCard } from './success-card.tsx';
import { usePasswordToken } from './use-password-token.ts';

const Done = ({ title }: { title: string }) => {
  const navigate = useNavigate();
  const [target] = useState(takeReturnRoute);
  useEffect(() => {
    const timer = setTimeout(() => void navigate(target, { replace: true }), passwordRedirectMs);
    return () => clearTimeout(timer);
  }, [navigate, target]);
  return (
    <SuccessCard title={title} link={{ to: target, text: 'Continue now' }}>
      {messages.redirecting}
    </SuccessCard>
  );
};

/** Sets a new password, from a mailed link. */
export const SetPasswordPage = () => {
  const { token = '' } = useParams();
  const verified = usePasswordToken(token);
  const [done, setDone] = useState(false);
  if (done) return <Done title={messages.passwordReset} />;
  if (!verified) return <CheckingLink />;
  return (
    <Stack gap="6">
      <div>
        <PublicHeading title="Set Password">Choose a new password for your account.</PublicHeading>
      </div>
      <PasswordForm token={token} isRegistration={false} onDone={() => setDone(true)} />
    </Stack>
  );
};

/** Sets the first password of a new user; users who already have one are redirected. */
export const RegisterPage = () => {
  const { token = '' } = useParams();
  const [query] = useSearchParams();
  const verified = usePasswordToken(token);
  const [done, setDone] = useState(false);
  const redirect = query.get('redirect');
  useEffect(() => rememberRoute(redirect), [redirect]);
  if (done) return <Done title={messages.passwordSet} />;
  if (!verified) return <CheckingLink />;
  if (verified.hasPassword) return <Navigate to={isReturnable(redirect) ? redirect : '/login'} replace />;
  const { password, provider } = config.signIn;
  if (!password && provider)
    return (
      <Stack gap="6">
        <div>
          <PublicHeading title="Complete Registration">
            Sign in with {provider} to start using your account.
          </PublicHeading>
        </div>
        <ProviderButton provider={provider} only />
      </Stack>
    );
  return (
    <Stack gap="6">
      <div>
        <PublicHeading title="Complete Registration">
          Set a password to start using your account.
        </PublicHeading>
      </div>
      <PasswordForm token={token} isRegistration onDone={() => setDone(true)} />
    </Stack>
  );
};
