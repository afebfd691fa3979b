// The mails about an account.
import type { PublicConfig } from '../platform/config.ts';
import { letterBody } from '../platform/mail/letter.ts';
import type { Letter } from '../platform/mail/letter.ts';
import type { MailContent } from '../platform/mail/mail.ts';

const writeMail = (to: string, subject: string, letter: Letter): MailContent => ({
  to,
  subject,
  ...letterBody({ heading: subject, ...letter }),
});

interface LinkMail {
  to: string;
  firstName: string;
  link: string;
  supportEmail: string;
}

/** How a new user completes the registration: with a password, or by the named identity provider. */
type FirstSignIn = PublicConfig['signIn'];

const oneUse = 'The link can be used once, within 14 days.';

/** Invites a new user to choose a password, or to sign in. */
export const registrationMail = ({
  to,
  firstName,
  link,
  supportEmail,
  signIn,
}: LinkMail & { signIn: FirstSignIn }): MailContent =>
  writeMail(to, 'Complete your registration', {
    greeting: `Hello ${firstName},`,
    paragraphs: [
      `An account was created for you. ${signIn.password ? 'Choose a password' : `Sign in with ${signIn.provider}`} to complete your registration:`,
    ],
    button: 'Complete registration',
    link,
    footer: [oneUse],
    support: supportEmail,
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
  writeMail(to.email, `Registration link for ${user}`, {
    greeting: `Hello ${to.name},`,
    paragraphs: [
      `You created an account for ${user}. Forward this link: with it, the new user ${signIn.password ? 'chooses a password' : `signs in with ${signIn.provider}`} and completes the registration.`,
    ],
    button: 'Complete registration',
    link,
    footer: [oneUse],
    support: supportEmail,
  });

/** Lets a user choose a new password. */
export const passwordMail = ({ to, firstName, link, supportEmail }: LinkMail): MailContent =>
  writeMail(to, 'Reset your password', {
    greeting: `Hello ${firstName},`,
    paragraphs: ['Someone requested a new password for your account. Choose one here:'],
    button: 'Choose a new password',
    link,
    footer: [
      'The link can be used once, within 2 hours. If you did not request it, ignore this mail; nothing has changed.',
    ],
    support: supportEmail,
  });
