import { returnToLength } from '@readerlens/contract/session';
import { AnchorButton } from '@readerlens/ui';
import { LogIn } from 'lucide-react';
import { rememberedRoute } from '../session/return-route.ts';

/** A longer path stays in this tab only. */
const startPath = (): string => {
  const returnTo = rememberedRoute();
  const search = returnTo.length <= returnToLength ? `?${new URLSearchParams({ returnTo })}` : '';
  return `/api/auth/oidc/start${search}`;
};

interface Props {
  /** Name of the identity provider. */
  provider: string;
  /** There is no other way to sign in. */
  only: boolean;
}

/** Leaves the page for the identity provider, which leads back to the path that was asked for. */
export const ProviderButton = ({ provider, only }: Props) => (
  <AnchorButton
    href={startPath()}
    variant={only ? 'primary' : 'secondary'}
    size="lg"
    wide
    icon={<LogIn size={18} aria-hidden="true" />}
  >
    Sign in with {provider}
  </AnchorButton>
);
