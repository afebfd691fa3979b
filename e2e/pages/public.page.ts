import type { Page } from '@playwright/test';

/** The pages that need no session: login, forgotten and new password, errors. */
export const publicPage = (page: Page) => ({
  heading: page.getByRole('heading', { level: 1 }),
  email: page.getByLabel('Email', { exact: true }),
  password: page.getByLabel(/^Password\s*\*?$/),
  confirm: page.getByLabel(/^Confirm Password/),
  logIn: page.getByRole('button', { name: 'Log In', exact: true }),
  submit: page.getByRole('button', { name: 'Submit' }),
  forgot: page.getByRole('link', { name: 'Forgot Password' }),
  backToLogIn: page.getByRole('link', { name: 'Back to log in' }),
  help: page.getByRole('button', { name: 'Need help?' }),
  /** What stands above the form: why one has to log in, or why it did not work. */
  notice: page.getByRole('main').getByRole('alert'),
  success: page.getByRole('main').getByRole('status'),
  /** What is wrong with a field. */
  problem: (text: string) => page.getByRole('main').getByText(text, { exact: true }),
});

/** Fills and sends the login form. */
export const logInWith = async (page: Page, email: string, password: string) => {
  const login = publicPage(page);
  await login.email.fill(email);
  await login.password.fill(password);
  await login.logIn.click();
};
