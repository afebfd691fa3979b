import { featureDefaults } from '@readerlens/contract/vocabulary';
import { parseConfig } from './config.ts';

it('accepts configured values that are safe', () => {
  const config = parseConfig(
    JSON.stringify({
      supportPhone: '555-0199',
      termsUrl: 'javascript:alert(1)',
      privacyUrl: '/privacy',
      features: {
        marketingPerformance: false,
        targetAccounts: true,
        productTour: 'yes',
        odd: true,
        'area:notes:drafts': true,
        'area:notes:x': 1,
      },
      signIn: { password: false, provider: 'Example ID' },
      demoAccounts: [{ email: 'a@b.example', password: 'p', role: 'Client' }, { email: 1 }],
    }),
  );
  expect(config).toMatchObject({
    supportPhone: '555-0199',
    termsUrl: 'https://example.com/terms',
    privacyUrl: '/privacy',
    features: {
      ...featureDefaults,
      marketingPerformance: false,
      targetAccounts: true,
      'area:notes:drafts': true,
    },
    signIn: { password: false, provider: 'Example ID' },
    demoAccounts: [{ email: 'a@b.example', password: 'p', role: 'Client' }],
  });
});

it('always offers a way to sign in', () => {
  for (const signIn of [undefined, { password: false }, { password: false, provider: '' }])
    expect(parseConfig(JSON.stringify({ signIn })).signIn).toEqual({ password: true, provider: undefined });
});

it.each([undefined, '', 'no json', '[]', 'null'])('uses defaults for %p', (text) => {
  const config = parseConfig(text);
  expect(config).toMatchObject({ supportPhone: '555-0100', features: { marketingPerformance: true } });
  expect(config.demoAccounts).toBeUndefined();
});
