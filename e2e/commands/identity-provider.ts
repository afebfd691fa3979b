import { startTestProvider, testClient } from '@readerlens/api/sign-in/testing';
import type { TestProvider } from '@readerlens/api/sign-in/testing';
import { accounts } from './accounts.ts';

export const providerLabel = 'Example ID';

const findProviderPort = (baseURL: string) => Number(new URL(baseURL).port) + 2;

/** Settings of the product under test for the provider, which only its own tests start: two ports further. */
export const providerEnvironment = (baseURL: string) => ({
  OIDC_ISSUER: `http://localhost:${findProviderPort(baseURL)}`,
  OIDC_CLIENT_ID: testClient.id,
  OIDC_CLIENT_SECRET: testClient.secret,
  OIDC_LABEL: providerLabel,
});

/** Starts the provider. It knows the demo client and a person without an account. */
export const startProvider = (baseURL: string): Promise<TestProvider> =>
  startTestProvider(
    [new URL('/api/auth/oidc/callback', baseURL).href],
    {
      client: { email: accounts.client, email_verified: true },
      stranger: { email: 'stranger@elsewhere.example', email_verified: true },
    },
    findProviderPort(baseURL),
  );
