import { deploy, scriptBundle } from '../commands/area-bundles.ts';
import { liveArea } from '../commands/areas.ts';
import { linkTo } from '../commands/dashboard.ts';
import { fileErrors } from '../commands/file-faults.ts';
import { mainStory } from '../commands/rotation.ts';
import { expect, test } from '../fixtures.ts';
import type { Page } from '../fixtures.ts';
import { analyticsPage } from '../pages/areas.page.ts';
import { chart, choose } from '../pages/chart.page.ts';
import { readFigures } from '../pages/overview.page.ts';
import { shell } from '../pages/shell.page.ts';

const forms = /\/shell\/forms\.[^/]*\.js/;

/** As the container of an area that was built when '@readerlens/ui' was one package with its forms. */
const earlierArea = (container: string) => `
var ${container} = {
  init() {},
  async get() {
    const [runtime] = globalThis.__FEDERATION__.__INSTANCES__;
    const take = async (request) => (await runtime.loadShare(request))();
    const ui = await take('@readerlens/ui');
    const base = await take('@readerlens/ui/base');
    const yup = await take('yup');
    const kinds = ['useForm', 'useTextField', 'Form', 'Button'].map((name) => typeof ui[name]);
    const isSame = Object.keys(base).every((name) => base[name] === ui[name]);
    const isSchema = yup.isSchema(ui.requiredText('Name'));
    return () => ({
      async bootstrap() {},
      async mount({ domElement }) {
        domElement.innerHTML = '<h1>Earlier</h1><p>' + [...kinds, isSame, isSchema].join(' ') + '</p>';
      },
      async update() {},
      async unmount() {},
    });
  },
};`;

test('an area of an earlier build gets the forms with the rest of the package', async ({
  page,
  signedIn,
}) => {
  const bundle = scriptBundle(await liveArea(page, 'analytics'), 'earlier', earlierArea);
  await deploy(page, 'analytics', bundle, { previous: false });
  await signedIn('reviewer');
  await page.goto(analyticsPage);
  await expect(shell(page).heading('Earlier')).toBeVisible();
  await expect(page.getByText('function function function function true true')).toBeVisible();
});

const renameDialog = (page: Page) => page.getByRole('dialog', { name: 'Rename Chart' });

test.describe('forms that do not load', () => {
  test.use({ viewport: { width: 390, height: 844 }, allowedConsole: fileErrors });

  test('are asked for again with the next try', { tag: mainStory }, async ({ page, signedIn }) => {
    await page.route(forms, (route) => route.abort());
    await signedIn('internal');
    await page.goto(linkTo({ clients: ['1'], relative: '-1y' }));
    await readFigures(page);
    const rename = () => choose(chart(page, 'Engagements By Source'), 'Rename Chart');
    await rename();
    await expect(
      page.getByText('The settings of the chart could not be loaded. Please try again.'),
    ).toBeVisible();
    await page.unroute(forms);
    await rename();
    await expect(renameDialog(page)).toBeVisible();
  });
});
