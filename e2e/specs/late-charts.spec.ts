import { linkTo } from '../commands/dashboard.ts';
import { mainStory } from '../commands/rotation.ts';
import { expect, test } from '../fixtures.ts';
import type { Page } from '../fixtures.ts';
import { chart } from '../pages/chart.page.ts';
import { chartTitles, readFigures } from '../pages/overview.page.ts';

test.use({ viewport: { width: 390, height: 844 } });

/** The scripts of the page that are requested from now on. */
const watchScripts = (page: Page) => {
  const names: string[] = [];
  page.on('request', (sent) => {
    if (sent.resourceType() === 'script') names.push(new URL(sent.url()).pathname);
  });
  return { drawings: () => names.filter((name) => name.includes('drawings')) };
};

const open = async (page: Page) => {
  await page.goto(linkTo({ clients: ['1'], relative: '-1y' }));
  await readFigures(page);
  await expect(chart(page, 'Engagements By Source').image).toHaveCount(1);
};

/** What nivo draws into a chart. */
const shapes = (page: Page, title: string) => chart(page, title).image.locator('svg path, svg rect');

const lastTitle = 'Engagements By Region';

test(
  'on a phone, the drawings of charts load when someone scrolls to them',
  { tag: mainStory },
  async ({ page, signedIn }) => {
    const { drawings } = watchScripts(page);
    await signedIn('internal');
    await open(page);
    expect(drawings()).toEqual([]);
    await expect(shapes(page, lastTitle)).toHaveCount(0);
    const room = await chart(page, lastTitle).image.boundingBox();
    await chart(page, lastTitle).card.scrollIntoViewIfNeeded();
    await expect(shapes(page, lastTitle).first()).toBeVisible();
    expect(drawings()).toHaveLength(1);
    const drawn = await chart(page, lastTitle).image.boundingBox();
    expect([drawn?.width, drawn?.height]).toEqual([room?.width, room?.height]);
  },
);

test('printing on a phone has the numbers of every chart, and draws them', async ({ page, signedIn }) => {
  await signedIn('internal');
  await open(page);
  await page.pdf();
  for (const title of chartTitles) await expect(shapes(page, title)).not.toHaveCount(0);
});
