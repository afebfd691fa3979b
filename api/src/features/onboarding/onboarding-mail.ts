import { letterBody } from '../../platform/mail/letter.ts';
import type { MailContent } from '../../platform/mail/mail.ts';

export interface OnboardingMail {
  readonly to: string;
  readonly name: string;
  readonly company: string;
  readonly sentFromName: string;
  readonly senderEmail: string;
  readonly link: string;
  /** The person has to register first. */
  readonly isNew: boolean;
  readonly expiresOn: Date;
}

export const formatDay = (day: Date): string =>
  new Intl.DateTimeFormat('en-US', {
    timeZone: 'UTC',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
  }).format(day);

interface Words {
  readonly subject: string;
  readonly paragraph: string;
  readonly button: string;
}

const buildMail = (
  { to, name, sentFromName, senderEmail, link, isNew, expiresOn }: OnboardingMail,
  { subject, paragraph, button }: Words,
): MailContent => ({
  to,
  subject,
  author: { name: sentFromName, address: senderEmail },
  ...letterBody({
    heading: subject,
    greeting: `Hello ${name},`,
    paragraphs: [
      paragraph,
      ...(isNew ? ['You choose a password first; the link to do so can be used once, within 14 days.'] : []),
    ],
    button,
    link,
    footer: [`The form can be filled in until ${formatDay(expiresOn)}.`],
    support: senderEmail,
  }),
});

/** Leads a client to the onboarding form, through the registration if they have no account yet. */
export const onboardingMail = (mail: OnboardingMail): MailContent =>
  buildMail(mail, {
    subject: `Welcome to ${mail.sentFromName}: your onboarding form`,
    paragraph: `${mail.sentFromName} asks you for the information that is needed to get ${mail.company} started. It takes about ten minutes, and you can continue later on another device.`,
    button: 'Open the onboarding form',
  });

/** Reminds the person to whom a form was sent, after days in which nobody worked on it. */
export const reminderMail = (mail: OnboardingMail): MailContent =>
  buildMail(mail, {
    subject: `Reminder: your onboarding form for ${mail.sentFromName}`,
    paragraph: `The onboarding form of ${mail.company} is not submitted yet. What was entered so far is saved, and you can continue where you stopped.`,
    button: 'Continue the onboarding form',
  });
