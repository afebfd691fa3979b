import '@testing-library/jest-dom';
import { advance, useFakeClock, waitForResponse } from '@readerlens/ui/testing';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { admin, client } from '../testing/people.ts';
import { renderShell, tokenResponse, useShell } from '../testing/render-shell.tsx';
import { tourOfferMs } from '../deadlines.ts';

useShell();
useFakeClock();

// jsdom has no layout and no scrolling.
const scrolledTo: Element[] = [];
beforeEach(() => {
  scrolledTo.length = 0;
  jest.spyOn(Element.prototype, 'getClientRects').mockImplementation(function rects(this: Element) {
    return (this.closest('[hidden]') ? [] : [new DOMRect()]) as unknown as DOMRectList;
  });
  Element.prototype.scrollIntoView = function scroll(this: Element) {
    scrolledTo.push(this);
  };
});
afterEach(() => void Reflect.deleteProperty(Element.prototype, 'scrollIntoView'));

const offer = () => screen.queryByRole('region', { name: 'Product tour' });
const step = (name: string) => screen.findByRole('dialog', { name });

/** Adds an element that a step points at. */
const addTarget = (name: string) => {
  const target = document.createElement('button');
  target.dataset['tour'] = name;
  screen.getByRole('main').append(target);
  return target;
};

const openPage = (targets: string[] = []) => {
  const shell = renderShell('/', client);
  const added = targets.map(addTarget);
  return { ...shell, added };
};

const startByButton = async (targets: string[]) => {
  localStorage.setItem('readerlens.tour.u1', 'seen');
  const page = openPage(targets);
  await page.user.click(screen.getByRole('button', { name: 'Take the tour' }));
  await advance(20);
  return page;
};

const logOut = async ({ user }: ReturnType<typeof renderShell>) => {
  await user.click(screen.getByRole('button', { name: 'Log out' }));
  await screen.findByRole('button', { name: 'Log In' });
};

const logIn = async ({ user, session }: ReturnType<typeof renderShell>) => {
  await user.type(screen.getByLabelText('Email'), 'a@b.example');
  await user.type(screen.getByLabelText('Password'), 'Readerlens-1');
  await user.click(screen.getByRole('button', { name: 'Log In' }));
  await waitForResponse(() => session.getState().user !== undefined);
};

describe('the offer', () => {
  it('is made once per user: a dismissal survives logout', async () => {
    const page = renderShell('/', client);
    await advance(tourOfferMs - 1);
    expect(offer()).not.toBeInTheDocument();
    await advance(1);
    expect(offer()).toHaveTextContent('New here? Take a one-minute tour');
    await page.user.click(screen.getByRole('button', { name: 'Not now' }));
    expect(offer()).not.toBeInTheDocument();
    expect(screen.getByRole('main')).toHaveFocus();

    await logOut(page);
    await logIn(page);
    await advance(10_000);
    expect(offer()).not.toBeInTheDocument();

    await logOut(page);
    page.api.answers['POST /api/auth'] = tokenResponse(admin);
    await logIn(page);
    await advance(tourOfferMs);
    expect(offer()).toBeInTheDocument();
  });

  it('ends with the session, and returns for a user who has not answered it', async () => {
    const page = renderShell('/', client);
    await advance(tourOfferMs);
    expect(offer()).toBeInTheDocument();
    await logOut(page);
    expect(offer()).not.toBeInTheDocument();
    await logIn(page);
    expect(offer()).not.toBeInTheDocument();
    await advance(tourOfferMs);
    expect(offer()).toBeInTheDocument();
  });

  it('is not repeated after a start', async () => {
    const page = renderShell('/', client);
    await advance(tourOfferMs);
    await page.user.click(screen.getByRole('button', { name: 'Start' }));
    expect(await step('Pages by topic')).toHaveFocus();
    expect(offer()).not.toBeInTheDocument();
    expect(localStorage.getItem('readerlens.tour.u1')).toBe('seen');
  });
});

describe('the steps', () => {
  it('go through menu, filters and downloads and back, and return the focus', async () => {
    const { user } = await startByButton(['filters', 'chart-menu']);
    const first = await step('Pages by topic');
    expect(first).toHaveFocus();
    expect(first).toHaveAccessibleDescription(/^Step 1 of 3 The menu/);
    expect(screen.queryByRole('button', { name: 'Back' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(await step('Choose what you look at')).toHaveFocus();
    await user.keyboard('{ArrowRight}');
    expect(await step('Take a chart with you')).toHaveAccessibleDescription(/^Step 3 of 3/);
    await user.click(screen.getByRole('button', { name: 'Back' }));
    expect(await step('Choose what you look at')).toHaveFocus();
    await user.keyboard('{ArrowLeft}');
    expect(await step('Pages by topic')).toHaveFocus();
    await user.keyboard('{ArrowRight}');
    await step('Choose what you look at');
    await user.keyboard('{ArrowRight}');
    await step('Take a chart with you');
    await user.click(screen.getByRole('button', { name: 'Done' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Take the tour' })).toHaveFocus();
  });

  it('skip targets that are missing or hidden', async () => {
    const { user, added } = await startByButton(['filters', 'chart-menu']);
    added[0]!.hidden = true;
    expect(await step('Pages by topic')).toHaveAccessibleDescription(/^Step 1 of 2/);
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(await step('Take a chart with you')).toHaveAccessibleDescription(/^Step 2 of 2/);
  });

  it('continue when their target leaves the page, and end when none is left', async () => {
    const { user, added } = await startByButton(['filters', 'chart-menu']);
    await step('Pages by topic');
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await step('Choose what you look at');
    added[0]!.remove();
    await step('Take a chart with you');
    added[1]!.remove();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('scroll to a target that is out of view', async () => {
    const { user, added } = await startByButton(['chart-menu']);
    added[0]!.getBoundingClientRect = () => new DOMRect(10, 4000, 26, 26);
    await step('Pages by topic');
    expect(scrolledTo).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await step('Take a chart with you');
    expect(scrolledTo).toEqual(added);
  });

  it('end on Escape from anywhere but an open popup', async () => {
    const { user, added } = await startByButton(['filters']);
    await step('Pages by topic');
    added[0]!.setAttribute('aria-expanded', 'true');
    added[0]!.focus();
    fireEvent.keyDown(added[0]!, { key: 'Escape' });
    expect(screen.getByRole('dialog')).toBeInTheDocument();
    added[0]!.removeAttribute('aria-expanded');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(added[0]).toHaveFocus();
  });
});
