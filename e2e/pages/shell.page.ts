import type { Page } from '@playwright/test';

/** The shell around every page with a session. */
export const shell = (page: Page) => {
  const adminMenu = page.getByRole('button', { name: 'Admin', exact: true });
  return {
    sidebar: page.locator('#sidebar'),
    nav: page.getByRole('navigation', { name: 'Main' }),
    collapse: page.getByRole('button', { name: 'Collapse sidebar' }),
    expand: page.getByRole('button', { name: 'Expand sidebar' }),
    openMenu: page.getByRole('button', { name: 'Open menu' }),
    /** The sidebar as a drawer, in narrow windows. */
    drawer: page.getByRole('dialog', { name: 'Menu' }),
    logOut: page.getByRole('button', { name: 'Log out' }),
    avatar: page.locator('#sidebar [data-tone]'),
    adminMenu,
    blindedItem: page.getByRole('menuitemcheckbox', { name: 'Blinded Mode' }),
    logInAsItem: page.getByRole('menuitem', { name: 'Log in as…' }),
    support: page.getByRole('button', { name: 'Support', exact: true }),
    help: page.getByRole('link', { name: /^Help/ }),
    colorMode: page.getByRole('button', { name: /^Color mode/ }),
    skipLink: page.getByRole('link', { name: 'Skip to content' }),
    progress: page.getByRole('progressbar'),
    banner: (text: string) => page.getByRole('status').filter({ hasText: text }),
    toast: (text: string | RegExp) => page.locator('[data-severity]').filter({ hasText: text }),
    notFound: page.getByRole('main').getByText('404 Not Found'),
    heading: (name: string) => page.getByRole('heading', { level: 1, name, exact: true }),
    dialog: (name: string | RegExp) =>
      page.getByRole('dialog', { name }).or(page.getByRole('alertdialog', { name })),
  };
};

/** Toggles Blinded Mode in the admin menu. */
export const toggleBlinded = async (page: Page) => {
  const { adminMenu, blindedItem } = shell(page);
  await adminMenu.click();
  await blindedItem.click();
  await page.keyboard.press('Escape');
};

/** Impersonates the user with that name. */
export const logInAs = async (page: Page, name: string) => {
  const { adminMenu, logInAsItem, dialog } = shell(page);
  await adminMenu.click();
  await logInAsItem.click();
  const form = dialog('Log in as another user');
  await form.getByRole('combobox', { name: 'User' }).fill(name);
  await page.getByRole('option', { name: new RegExp(name) }).click();
  await form.getByRole('button', { name: 'Log in as this user' }).click();
};
