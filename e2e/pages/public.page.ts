import type { Page } from '@playwright/test';
import { providerLabel } from '../commands/identity-provider.ts';

/** Pages without a session: login, password reset, errors. */
export const publicPage = (page: Page) => ({
  heading: page.getByRole('heading', { level: 1 }),
  email: page.getByLabel('Email', { exact: true }),
  password: page.getByLabel(/^Password\s*\*?$/),
  confirm: page.getByLabel(/^Confirm Password/),
  logIn: page.getByRole('button', { name: 'Log In', exact: true }),
  byProvider: page.getByRole('link', { name: `Sign in with ${providerLabel}` }),
  submit: page.getByRole('button', { name: 'Submit' }),
  forgot: page.getByRole('link', { name: 'Forgot Password' }),
  backToLogIn: page.getByRole('link', { name: 'Back to log in' }),
  help: page.getByRole('button', { name: 'Need help?' }),
  /** The notice above the form: why a login is required, or why it failed. */
  notice: page.getByRole('main').getByRole('alert'),
  success: page.getByRole('main').getByRole('status'),
  /** Validation message of a field. */
  problem: (text: string) => page.getByRole('main').getByText(text, { exact: true }),
});

/** Fills in and submits the login form. */
export const logInWith = async (page: Page, email: string, password: string) => {
  const login = publicPage(page);
  await login.email.fill(email);
  await login.password.fill(password);
  await login.logIn.click();
};

/** Signs in on the page of the identity provider; an empty name cancels. */
export const atProvider = async (page: Page, name: string) => {
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Continue' }).click();
};
