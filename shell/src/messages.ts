import { previewInvalidMessage, previewRefusedMessage } from '@readerlens/contract/areas/messages';
import { forbiddenMessage, unexpectedMessage } from '@readerlens/contract/messages';
import type { SignInRefusal } from '@readerlens/contract/session';
import {
  invalidCredentialsMessage,
  passwordResetMessage,
  passwordSetMessage,
  resetSentMessage,
  sessionExpiredMessage,
} from '@readerlens/contract/session/messages';

// Texts of the shell that product owners may want to reword; those that others show too are in the contract.
export const messages = {
  sessionExpired: sessionExpiredMessage,
  insufficientPrivileges: 'Insufficient privileges',
  invalidCredentials: invalidCredentialsMessage,
  loginTrouble: 'We are currently experiencing problems with your account, please try again later.',
  loginHelp: 'Trouble logging in? Our support team is happy to help.',
  signInRefused: {
    attempt: () => 'This sign-in has ended: it took too long, or a newer one was started. Please try again.',
    tooMany: () => 'Too many sign-ins have failed. Please wait a few minutes and try again.',
    cancelled: () => 'The sign-in was cancelled.',
    unavailable: (provider) => `${provider} cannot be reached. Please try again in a few minutes.`,
    expired: (provider) => `The confirmation by ${provider} has expired. Please try again.`,
    untrusted: (provider) =>
      `The answer of ${provider} is not valid. Please try again, or contact our support.`,
    email: (provider) => `${provider} has not verified your email address.`,
    tenant: () => 'Your organization cannot sign in to Readerlens.',
    account: () => 'There is no account for you. Please ask your contact person for an invitation.',
    role: () => 'Your groups do not fit your account. Please ask your contact person to change it.',
  } satisfies Record<SignInRefusal, (provider: string) => string>,
  passwordMismatch: 'Password not matching',
  passwordReset: passwordResetMessage,
  passwordSet: passwordSetMessage,
  redirecting: 'You are logged in and will be taken to Readerlens in a few seconds.',
  invalidLink: 'This link is no longer valid.',
  forgotHelp: 'Enter the email address of your account and we will send you a link to set a new password.',
  forgotNext: 'Follow the link in the email to set a new password. It can take a few minutes to arrive.',
  resetSent: resetSentMessage,
  unsubscribe: {
    done: 'You are unsubscribed.',
    already: 'You are already unsubscribed.',
    stopped: ({ name, email }: { name: string; email: string }) =>
      `${email} no longer gets emails of the alert ${name}.`,
    keeps: 'This stops the emails only. The alert keeps running.',
    invalid: 'Please use the link in the latest email of the alert.',
  },
  notFound: '404 Not Found',
  noAreas: {
    title: 'No areas yet',
    message:
      'This installation has no areas to show. Its operator can deploy them with “npm run deploy-remote -- --all”.',
  },
  forbidden: forbiddenMessage,
  unexpected: unexpectedMessage,
  paletteNotLoaded: 'The search could not be opened. Please try again.',
  developerPanelNotLoaded: 'The developer panel could not be opened. Please try again.',
  tourNotLoaded: 'The tour could not be loaded. Please try again.',
  notRefreshed: (reason: string) => `These figures could not be refreshed. ${reason}`,
  notIncluded: 'Not included in your subscription',
  previewInvalid: previewInvalidMessage,
  previewNotLoaded: 'A part of this page could not be loaded.',
  previewEnded: (area: string) => `The preview of ${area} has ended.`,
  previewAndImpersonation: 'The preview has ended: previews are not available while you act as another user.',
  noPreviewWhileImpersonating: previewRefusedMessage,
} as const;
