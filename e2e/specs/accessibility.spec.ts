import { randomUUID } from 'node:crypto';
import type { Locator } from '@playwright/test';
import { clients } from '../commands/accounts.ts';
import { fetchToken } from '../commands/api.ts';
import { settle } from '../commands/axe.ts';
import { expectClean, looks, makeNarrow, statesInBothSizes, createStateCheck } from '../commands/looks.ts';
import { rotate } from '../commands/rotation.ts';
import { searchLink } from '../commands/search.ts';
import { decodePayload, startWith } from '../commands/session.ts';
import { expect, failedRequest, test } from '../fixtures.ts';
import type { Page } from '../fixtures.ts';
import { accountPage } from '../pages/account.page.ts';
import { chart, choose } from '../pages/chart.page.ts';
import { filterPanel } from '../pages/filter-panel.page.ts';
import { oneClient, overview, readFigures, scrollToEnd } from '../pages/overview.page.ts';
import { logInWith, publicPage } from '../pages/public.page.ts';
import { shell, toggleBlinded } from '../pages/shell.page.ts';
import { usersPage } from '../pages/users.page.ts';

const title = 'Engagements By Source';

const close = async (page: Page) => {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog').or(page.getByRole('menu'))).toHaveCount(0);
};

test.describe('axe finds nothing', () => {
  test.describe('in pages without a session', () => {
    // A refused login, and a link that is not valid.
    test.use({ allowedConsole: failedRequest(400, 401, 404) });

    test('login, passwords, errors', async ({ page }) => {
      const state = statesInBothSizes(page);
      const { logIn, problem, notice, heading, help, submit } = publicPage(page);
      await state('login', logIn, () => page.goto('/login'));
      await state('login with help', page.getByText(/^Phone:/), () => help.click());
      await state('login with empty fields', problem('Password Is Required'), () => logIn.click());
      await state('rejected login', notice, () =>
        logInWith(page, `nobody-${randomUUID()}@demo.example`, 'not the password'),
      );
      await state('forgotten password', submit, () => page.goto('/forgot-password'));
      await state('forgotten password, empty', problem('Email Is Required'), () => submit.click());
      await state('an invalid link', notice, async () => {
        await page.goto('/set-password/not-a-token');
        await expect(page).toHaveURL('/login');
        await expect(heading).toBeVisible();
      });
      await state('forbidden', heading, () =>
        page.goto('/error?statusCode=403&statusText=Forbidden&message=No'),
      );
    });
  });

  test('the overview of a client', async ({ page, signedIn }) => {
    const state = statesInBothSizes(page);
    const { colorMode, support, dialog, notFound } = shell(page);
    const one = chart(page, title);
    const name = page.getByLabel(/^Chart Title/);
    await signedIn('client');
    await state('engagements', support, async () => {
      await page.goto('/');
      await readFigures(page);
    });
    await state('chart menu', one.item('Rename Chart'), () => one.menu.click());
    await state('data table', one.table, async () => {
      await one.check('Show data table').click();
      await close(page);
    });
    await state('rename dialog', name, () => choose(one, 'Rename Chart'));
    await state('rename dialog, empty', name.and(page.locator('[aria-invalid="true"]')), () => name.fill(''));
    await close(page);
    await state('color dialog', dialog(/Colors/), () => choose(one, 'Configure Chart Colors'));
    await close(page);
    await state('color mode menu', page.getByRole('menu'), () => colorMode.click());
    await close(page);
    await state('support panel', dialog('Support'), () => support.click());
    await close(page);
    await state('documents', chart(page, 'Most Popular Documents').card.getByRole('listitem').first(), () =>
      page.goto('/?view=documents'),
    );
    await state('an unknown address', notFound, () => page.goto('/no/such/page'));
  });

  test('the filters and the menus of staff', async ({ page, signedIn }) => {
    const state = statesInBothSizes(page);
    const { adminMenu, logInAsItem, dialog, banner, openMenu, drawer } = shell(page);
    const { panel } = filterPanel(page);
    const field = page.getByRole('combobox', { name: /^Clients/ });
    const list = page.getByRole('listbox', { name: 'Clients' });
    await signedIn('admin');
    await state('filters that open automatically', panel, () => page.goto('/'));
    await state.again('an open list of options', list.getByRole('option').first(), async () => {
      await field.click();
      await page.keyboard.type('a');
    });
    await state('a selected option', panel.getByRole('button', { name: /^Remove / }), async () => {
      await list.getByRole('option').first().click();
      await page.keyboard.press('Escape');
      await expect(list).toHaveCount(0);
    });
    await state('filters with validation messages', page.getByText('Companies Is Required'), async () => {
      await field.focus();
      await page.keyboard.press('Backspace');
      await page.getByRole('button', { name: 'See results' }).click();
    });
    await page.goto(oneClient);
    await readFigures(page);
    await state('admin menu', logInAsItem, () => adminMenu.click());
    await state('log in as', dialog('Log in as another user'), () => logInAsItem.click());
    await close(page);
    await state('blinded', banner('Blinded Mode Active'), () => toggleBlinded(page));
    await state('blinded filters', panel, () => overview(page).filters.click());
    await close(page);
    await makeNarrow(page);
    await createStateCheck(page)('the menu of narrow windows', async () => {
      await openMenu.click();
      await expect(drawer).toBeVisible();
    });
  });

  test('the product tour', async ({ page, request }) => {
    const state = statesInBothSizes(page);
    await startWith(page, await fetchToken(request, 'premium'), { tour: true });
    await state('the offer', page.getByRole('region', { name: 'Product tour' }), () => page.goto('/'));
    await state('a step', page.getByText(/^Step 1 of \d+$/), () =>
      page.getByRole('button', { name: 'Start', exact: true }).click(),
    );
  });
});

for (const { look, options } of rotate(looks)) {
  test.describe(`loaded in the dark, ${look}`, () => {
    test.use({ ...options, colorScheme: 'dark' });

    test('axe finds nothing on any page', async ({ page, request, signedIn }) => {
      const { sub } = decodePayload(await fetchToken(request, 'reviewer'));
      const load = async (name: string, address: string, shown: Locator) => {
        await page.goto(address);
        await expect(shown.first()).toBeVisible();
        await expectClean(page, name);
      };
      const main = page.getByRole('main');
      const search = { clients: [clients.aurelis.id], relative: '-90d' };
      await load('login', '/login', publicPage(page).logIn);
      await load('forgotten password', '/forgot-password', publicPage(page).submit);
      await signedIn('reviewer');
      await load('engagements', oneClient, chart(page, title).drawing);
      await load(
        'documents',
        `${oneClient}&view=documents`,
        chart(page, 'Most Popular Documents').card.getByRole('listitem'),
      );
      await load('search', searchLink(search), main.getByRole('checkbox'));
      await load('review', '/review-activities', main.getByRole('checkbox'));
      await load('users', '/admin/users', usersPage(page).rows.or(usersPage(page).cards));
      await load('my profile', `/admin/user/${sub}`, accountPage(page).field('First Name'));
      await load('no page', '/no/such/page', shell(page).notFound);
    });
  });
}

interface Stop {
  /** Index of the element in the document. */
  index: number;
  name: string;
  /** Whether the element, or the one that represents it, has an outline. */
  isFocusVisible: boolean;
}

/** The focused element; undefined if no element has the focus. */
const focusStop = (page: Page): Promise<Stop | undefined> =>
  page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused || focused === document.body) return undefined;
    const hasOutline = (element: Element | null | undefined) => {
      if (!element) return false;
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
    };
    const { width, height } = focused.getBoundingClientRect();
    const isHidden =
      width <= 1 || height <= 1 || getComputedStyle(focused).opacity === '0' || focused.matches('input');
    const candidates = isHidden ? [focused, focused.nextElementSibling, focused.closest('label')] : [focused];
    return {
      index: [...document.body.querySelectorAll('*')].indexOf(focused),
      name: focused.getAttribute('aria-label') ?? (focused.textContent.trim() || focused.id),
      isFocusVisible: candidates.some(hasOutline),
    };
  });

/** All tab stops until the focus leaves the page or returns to the first one. */
const tabStops = async (page: Page): Promise<Stop[]> => {
  const stops: Stop[] = [];
  for (let presses = 0; presses < 120; presses += 1) {
    await page.keyboard.press('Tab');
    const stop = await focusStop(page);
    if (!stop || stop.index === stops[0]?.index) return stops;
    stops.push(stop);
  }
  throw new Error(`The focus never leaves the page: ${stops.map(({ name }) => name).join(', ')}`);
};

/** Indexes of all focusable elements, in document order; of a radio group, only the selected one. */
const focusableElements = (page: Page): Promise<number[]> =>
  page.evaluate(() => {
    const all = [...document.body.querySelectorAll('*')];
    const candidates = document.querySelectorAll<HTMLElement>(
      'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]',
    );
    return [...candidates]
      .filter((element) => element.tabIndex >= 0 && element.checkVisibility({ visibilityProperty: true }))
      .filter(
        (element) => !(element instanceof HTMLInputElement && element.type === 'radio' && !element.checked),
      )
      .map((element) => all.indexOf(element));
  });

const hasFocus = (container: Locator): Promise<boolean> =>
  container.evaluate((element) => element.contains(document.activeElement));

/** Opened elements take the focus a few frames after they become visible. */
const expectFocusIn = (container: Locator) => expect.poll(() => hasFocus(container)).toBe(true);

test.describe('by keyboard', () => {
  test.use({ reducedMotion: 'no-preference' });

  test('Tab reaches every control once, in document order and with visible focus, and leaves the page', async ({
    page,
    signedIn,
  }) => {
    await signedIn('admin');
    await page.goto(oneClient);
    await readFigures(page);
    await expect(page.getByRole('button', { name: 'Support', exact: true })).toBeVisible();
    // Else the focus would arrive before the controls of the widget.
    await scrollToEnd(page);
    await expect(page.getByRole('region', { name: 'Unread alerts' })).toBeVisible();
    await settle(page);
    // A new page focuses its title; start before it.
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.locator('body').evaluate((body) => {
      const range = document.createRange();
      range.setStart(body, 0);
      getSelection()?.removeAllRanges();
      getSelection()?.addRange(range);
    });
    const stops = await tabStops(page);
    expect(stops[0]?.name).toBe('Skip to content');
    expect(stops.map(({ index }) => index)).toEqual(await focusableElements(page));
    expect(stops.filter(({ isFocusVisible }) => !isFocusVisible).map(({ name }) => name)).toEqual([]);
    expect(stops.length).toBeGreaterThan(20);
  });

  test('the skip link skips the menus', async ({ page, signedIn }) => {
    await signedIn('client');
    await page.goto('/');
    await readFigures(page);
    await shell(page).skipLink.focus();
    await expect(shell(page).skipLink).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await page.keyboard.press('Tab');
    const inMain = () => page.evaluate(() => document.activeElement?.closest('main') !== null);
    expect(await inMain()).toBe(true);
  });

  test('Escape closes menus and dialogs and returns the focus', async ({ page, signedIn }) => {
    const { adminMenu, colorMode } = shell(page);
    const one = chart(page, title);
    const support = page.getByRole('button', { name: 'Support', exact: true });
    await signedIn('admin');
    await page.goto(oneClient);
    await readFigures(page);
    await expect(support).toBeVisible();
    const openers = [
      [adminMenu, page.getByRole('menu')],
      [colorMode, page.getByRole('menu')],
      [one.menu, page.getByRole('menu')],
      [overview(page).filters, filterPanel(page).panel],
      [support, page.getByRole('dialog')],
    ] as const;
    for (const [opener, opened] of openers) {
      await opener.focus();
      await page.keyboard.press('Enter');
      await expectFocusIn(opened);
      await page.keyboard.press('Escape');
      await expect(opened).toHaveCount(0);
      await expect(opener).toBeFocused();
    }
    await test.step('a dialog opened from a menu', async () => {
      await one.menu.focus();
      await page.keyboard.press('Enter');
      await expectFocusIn(page.getByRole('menu'));
      await page.keyboard.type('Ren');
      await page.keyboard.press('Enter');
      await expectFocusIn(page.getByRole('dialog', { name: 'Rename Chart' }));
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(one.menu).toBeFocused();
    });
  });

  test('the filter panel over the page traps the focus', async ({ page, signedIn }) => {
    await page.setViewportSize({ width: 1024, height: 768 });
    await signedIn('client');
    await page.goto('/');
    await readFigures(page);
    await overview(page).filters.click();
    const panel = page.getByRole('dialog', { name: 'Dashboard Filters' });
    await expectFocusIn(panel);
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    expect(await hasFocus(panel)).toBe(true);
    for (let presses = 0; presses < 6; presses += 1) {
      await page.keyboard.press('Tab');
      expect(await hasFocus(panel)).toBe(true);
    }
  });
});
