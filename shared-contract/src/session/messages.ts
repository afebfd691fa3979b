export const sessionExpiredMessage = 'Your session expired';
export const invalidCredentialsMessage = 'Invalid username or password';
export const resetSentMessage = (email: string): string => `A reset password link has been sent to ${email}`;
export const passwordResetMessage = 'Password reset successfully.';
export const passwordSetMessage = 'Password set successfully.';

export const impersonateLabel = 'Log in as this user';
export const impersonateMessage =
  'You will see what they see. The start, the end and every change are recorded under your name.';
