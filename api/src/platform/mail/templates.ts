import type { PublicConfig } from '../config.ts';
import type { MailContent } from './mail.ts';

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => escapes[character] ?? '');

interface Letter {
  greeting: string;
  paragraphs: readonly string[];
  button: string;
  link: string;
  footer: readonly string[];
}

const textOf = ({ greeting, paragraphs, link, footer }: Letter): string =>
  [greeting, ...paragraphs, link, ...footer].join('\n\n') + '\n';

const paragraph = (text: string) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`;

const htmlOf = ({ greeting, paragraphs, button, link, footer }: Letter): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>
<body style="margin:0;padding:24px;background:#f4f6f8;font:16px/1.5 Helvetica,Arial,sans-serif;color:#1c2733">
<div style="max-width:560px;margin:0 auto;padding:32px;background:#fff;border-radius:8px">
${[greeting, ...paragraphs].map(paragraph).join('\n')}
<p style="margin:0 0 24px"><a href="${escapeHtml(link)}"
 style="display:inline-block;padding:12px 20px;background:#1f5fa8;color:#fff;border-radius:6px;text-decoration:none">${escapeHtml(button)}</a></p>
${footer.map(paragraph).join('\n')}
</div>
</body>
</html>
`;

const mailOf = (to: string, subject: string, content: Letter): MailContent => ({
  to,
  subject,
  text: textOf(content),
  html: htmlOf(content),
});

interface LinkMail {
  to: string;
  firstName: string;
  link: string;
  supportEmail: string;
}

/** How a new user completes the registration: with a password, or by the named identity provider. */
export type FirstSignIn = PublicConfig['signIn'];

/** Invites a new user to choose a password, or to sign in. */
export const registrationMail = ({
  to,
  firstName,
  link,
  supportEmail,
  signIn,
}: LinkMail & { signIn: FirstSignIn }): MailContent =>
  mailOf(to, 'Complete your registration', {
    greeting: `Hello ${firstName},`,
    paragraphs: [
      `An account was created for you. ${signIn.password ? 'Choose a password' : `Sign in with ${signIn.provider}`} to complete your registration:`,
    ],
    button: 'Complete registration',
    link,
    footer: ['The link can be used once, within 14 days.', `Questions? Write to ${supportEmail}.`],
  });

/** The link of a new user, sent to the colleague who created the account. */
export const registrationMailToForward = ({
  to,
  for: user,
  link,
  supportEmail,
  signIn,
}: Pick<LinkMail, 'link' | 'supportEmail'> & {
  signIn: FirstSignIn;
  to: { name: string; email: string };
  /** Name and e-mail of the new user. */
  for: string;
}): MailContent =>
  mailOf(to.email, `Registration link for ${user}`, {
    greeting: `Hello ${to.name},`,
    paragraphs: [
      `You created an account for ${user}. Forward this link: with it, the new user ${signIn.password ? 'chooses a password' : `signs in with ${signIn.provider}`} and completes the registration.`,
    ],
    button: 'Complete registration',
    link,
    footer: ['The link can be used once, within 14 days.', `Questions? Write to ${supportEmail}.`],
  });

/** Lets a user choose a new password. */
export const passwordMail = ({ to, firstName, link, supportEmail }: LinkMail): MailContent =>
  mailOf(to, 'Reset your password', {
    greeting: `Hello ${firstName},`,
    paragraphs: ['Someone requested a new password for your account. Choose one here:'],
    button: 'Choose a new password',
    link,
    footer: [
      'The link can be used once, within 2 hours. If you did not request it, ignore this mail; nothing has changed.',
      `Questions? Write to ${supportEmail}.`,
    ],
  });
