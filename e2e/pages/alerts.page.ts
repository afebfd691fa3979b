import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

/** Manage Alerts. */
export const alertsPage = (page: Page) => {
  const table = page.getByRole('table', { name: 'List of alerts' });
  const main = page.getByRole('main');
  return {
    heading: page.getByRole('heading', { level: 1, name: 'Manage Alerts', exact: true }),
    newAlert: main.getByRole('link', { name: 'New Alert' }).first(),
    search: page.getByRole('searchbox', { name: 'Search name or description' }),
    link: (name: string) => main.getByRole('link', { name, exact: true }),
    row: (text: string) => table.locator('tbody tr').filter({ hasText: text }),
    action: (name: string) => main.getByRole('button', { name, exact: true }),
    question: (name: string) => page.getByRole('alertdialog', { name }),
    dialog: (name: string) => page.getByRole('dialog', { name }),
  };
};

/** The alert wizard. */
export const wizardPage = (page: Page) => {
  const main = page.getByRole('main');
  const steps = page.getByRole('navigation', { name: 'Steps of the alert' });
  const button = (name: string) => main.getByRole('button', { name, exact: true });
  const rule = main.getByRole('complementary', { name: 'The rule' });
  return {
    heading: (name: string) => page.getByRole('heading', { level: 1, name, exact: true }),
    rule,
    lastMonth: rule.getByText(/^Would have matched/),
    /** The form of a step. */
    form: (name: string) => page.getByRole('form', { name, exact: true }),
    step: (name: string) => steps.getByRole('button', { name: new RegExp(`^${name}`) }),
    locked: steps.getByText('(locked)'),
    type: (name: string) => main.getByRole('button', { name: new RegExp(`^${name}`) }),
    title: main.getByRole('textbox', { name: 'Alert Title' }),
    description: main.getByRole('textbox', { name: 'Description' }),
    number: (name: string) => main.getByRole('textbox', { name, exact: true }),
    select: (name: string) => main.getByRole('combobox', { name, exact: true }),
    option: (name: string) => page.getByRole('option', { name, exact: true }),
    radio: (name: string) => main.getByRole('radio', { name, exact: true }),
    toggle: (name: string) => main.getByRole('switch', { name }),
    recipient: (name: string) => main.getByRole('row').filter({ hasText: name }),
    problem: main.getByRole('alert'),
    back: main.getByRole('link', { name: 'Back' }),
    next: main.getByRole('link', { name: 'Next' }),
    save: button('Save'),
    proceed: button('Continue'),
    finish: button('Finish'),
    button,
    dialog: (name: string) => page.getByRole('dialog', { name }),
    question: (name: string) => page.getByRole('alertdialog', { name }),
  };
};

/** Opens Manage Alerts and waits for its rows. */
export const openAlerts = async (page: Page, query = '') => {
  await page.goto(`/notifications/search${query}`);
  await expect(alertsPage(page).heading).toBeVisible();
  await page.getByRole('status', { name: 'Loading' }).waitFor({ state: 'detached' });
};

/** Opens a step of an alert, by its position, and waits for its form. */
export const openStep = async (page: Page, id: string, position: number, form: string) => {
  await page.goto(`/notification/${id}/${position}`);
  await expect(wizardPage(page).form(form)).toBeVisible();
};
