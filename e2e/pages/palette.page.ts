import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

/** The command palette. */
export const palette = (page: Page) => {
  const dialog = page.getByRole('dialog', { name: 'Find', exact: true });
  const inGroup = (group: string | undefined) =>
    group === undefined ? dialog : dialog.getByRole('group', { name: group, exact: true });
  return {
    dialog,
    button: page.getByRole('button', { name: 'Find', exact: true }),
    input: dialog.getByRole('combobox', { name: 'Find', exact: true }),
    options: dialog.getByRole('option'),
    /** Entries whose text begins with the name or matches it. */
    option: (name: string | RegExp, group?: string) => inGroup(group).getByRole('option', { name }),
    count: dialog.getByRole('status'),
    failed: dialog.getByRole('alert'),
    nothing: dialog.getByText(/^Nothing found for/),
  };
};

/** Opens the palette by its shortcut, once the page listens to it. */
export const openPalette = async (page: Page) => {
  const { button, input } = palette(page);
  await button.waitFor();
  await page.keyboard.press('Control+k');
  await expect(input).toBeFocused();
};
