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

const formatDay = (day: Date): string =>
  new Intl.DateTimeFormat('en-US', {
    timeZone: 'UTC',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
  }).format(day);

/** Leads a client to the onboarding form, through the registration if they have no account yet. */
export const onboardingMail = ({
  to,
  name,
  company,
  sentFromName,
  senderEmail,
  link,
  isNew,
  expiresOn,
}: OnboardingMail): MailContent => {
  const subject = `Welcome to ${sentFromName}: your onboarding form`;
  return {
    to,
    subject,
    author: { name: sentFromName, address: senderEmail },
    ...letterBody({
      heading: subject,
      greeting: `Hello ${name},`,
      paragraphs: [
        `${sentFromName} asks you for the information that is needed to get ${company} started. It takes about ten minutes, and you can continue later on another device.`,
        ...(isNew
          ? ['You choose a password first; the link to do so can be used once, within 14 days.']
          : []),
      ],
      button: 'Open the onboarding form',
      link,
      footer: [`The form can be filled in until ${formatDay(expiresOn)}.`],
      support: senderEmail,
    }),
  };
};
