import { registrationMailToForward } from './account-mails.ts';

it('mails of accounts show names as text, and quote their link', () => {
  const markup = '<b title="x">&';
  const { html } = registrationMailToForward({
    to: { name: markup, email: 'a@x.example' },
    for: markup,
    link: `https://app.example/?${markup}`,
    supportEmail: markup,
    signIn: { password: false, provider: markup },
  });
  expect(html).not.toContain('<b ');
  expect(html.split('&lt;b title=&quot;x&quot;&gt;&amp;')).toHaveLength(10);
});
