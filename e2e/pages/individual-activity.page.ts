import type { Page } from '@playwright/test';
import { shell } from './shell.page.ts';

/** The page of one activity, with its share dialog. */
export const activityPage = (page: Page) => {
  const dialog = page.getByRole('dialog', { name: 'Share activity' });
  const tools = page.getByRole('group', { name: 'Report' });
  const sheet = page.getByRole('article');
  return {
    heading: (name: string | RegExp) => page.getByRole('heading', { level: 1, name }),
    sheet,
    panel: (name: string) => sheet.getByRole('region', { name }),
    others: page.getByRole('region', { name: 'Recent activities of this reader' }),
    back: page.getByRole('link', { name: /^BACK TO/ }),
    parameters: tools.getByRole('button', { name: 'Report Parameters' }),
    parametersDialog: page.getByRole('dialog', { name: 'Activity Report Parameters' }),
    pdf: tools.getByRole('button', { name: 'Download PDF' }),
    excel: tools.getByRole('button', { name: 'Download Excel' }),
    share: tools.getByRole('button', { name: 'Share by email' }),
    dialog,
    type: (number: number) => dialog.getByLabel(`Type of recipient ${number}`),
    name: (number: number) => dialog.getByLabel(`Name of recipient ${number}`),
    email: (number: number) => dialog.getByLabel(`Email of recipient ${number}`),
    addRecipient: dialog.getByRole('button', { name: 'Add recipient' }),
    subject: dialog.getByLabel(/^Subject/),
    message: dialog.getByRole('textbox', { name: 'Message' }),
    format: (name: string) =>
      dialog.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name, exact: true }),
    linkAddress: dialog.getByLabel('Link address'),
    setLink: dialog.getByRole('button', { name: 'Set link' }),
    writing: dialog.getByRole('tab', { name: 'Write' }),
    preview: dialog.getByRole('tab', { name: 'Preview' }),
    mail: dialog.frameLocator('iframe[title="Mail"]'),
    send: dialog.getByRole('button', { name: 'Send' }),
    cancel: dialog.getByRole('button', { name: 'Cancel' }),
    question: page.getByRole('alertdialog', { name: 'Discard this email?' }),
    toast: shell(page).toast,
  };
};
