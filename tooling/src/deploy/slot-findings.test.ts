import { readRegistry } from '../registry/switch.ts';
import { deployWorld } from '../testing/deploy-world.ts';
import { withdrawArea } from './withdraw.ts';

const { common, deploy, output, rollBack, store } = deployWorld();

const slot = 'sample/rows/v1';
const link = { slot, label: 'Follow', order: 1, to: '/notes?row={row}', access: {} };
const deployOwner = (context: string[], script = 'one') =>
  deploy({ script, area: { slots: context.length > 0 ? [{ slot, context }] : [] } });
const deployFiller = (change: Partial<typeof link> = {}) =>
  deploy({ id: 'notes', route: '/notes', area: { links: [{ ...link, ...change }] } });

describe('slots', () => {
  it('are in the registry, with the links of other areas', async () => {
    await deployOwner(['row']);
    await deployFiller();
    const { areas } = await readRegistry(store(), 'production');
    expect(areas.map(({ slots, links }) => ({ slots, links }))).toEqual([
      { slots: undefined, links: [link] },
      { slots: [{ slot, context: ['row'] }], links: undefined },
    ]);
    expect(output()).not.toContain('the link Follow');
  });

  it('refuse a link that needs what they do not know', async () => {
    await deployOwner(['row']);
    await expect(deployFiller({ to: '/notes?row={row}&place={place}' })).rejects.toMatchObject({
      code: 'would-break',
      message: expect.stringContaining(`the link Follow needs {place}, which the slot ${slot} does not have`),
    });
  });

  it('may come after the links that are in them', async () => {
    await deployFiller();
    expect(output()).toContain(`the link Follow is not shown: no deployed area has the slot ${slot}`);
    await deployOwner(['row']);
    expect(output()).not.toContain('loses');
  });

  it('that a deploy, a rollback or a withdrawal takes away name the links in them', async () => {
    const loss = `the area notes loses its link Follow in ${slot}`;
    const countLosses = () => output().split(loss).length - 1;
    await deployOwner([], 'none');
    await deployOwner(['row'], 'one');
    await deployFiller();
    await deployOwner(['other'], 'two');
    expect(countLosses()).toBe(1);
    await deployOwner(['row'], 'one');
    await rollBack();
    expect(countLosses()).toBe(2);
    await deployOwner(['row'], 'one');
    await withdrawArea({ ...common(), id: 'sample' });
    expect(countLosses()).toBe(3);
  });
});

describe('slots for widgets', () => {
  const widget = { slot, name: 'card', label: 'Card', order: 1, minHeight: 200, access: {} };
  const lifecycles = ['bootstrap', 'mount', 'unmount', 'update'];
  const deployWidget = (exposes = lifecycles, files = ['widget-card.1.js']) =>
    deploy({
      id: 'notes',
      route: '/notes',
      area: { widgets: [widget] },
      widgets: { card: { files: ['remoteEntry.js', ...files], exposes } },
    });
  const deployPlace = (kind?: 'links' | 'widgets', script = 'one') =>
    deploy({ script, area: { slots: kind ? [{ slot, kind, context: ['row'] }] : [] } });

  it('are in the registry with their kind, and widgets with their files', async () => {
    await deployPlace('widgets');
    await deployWidget();
    const { areas } = await readRegistry(store(), 'production');
    expect(areas.map(({ slots, widgets, widgetFiles }) => ({ slots, widgets, widgetFiles }))).toEqual([
      { slots: undefined, widgets: [widget], widgetFiles: { card: ['widget-card.1.js'] } },
      { slots: [{ slot, kind: 'widgets', context: ['row'] }], widgets: undefined, widgetFiles: undefined },
    ]);
  });

  it('refuse links, and slots for links refuse widgets', async () => {
    await deployPlace('widgets');
    await expect(deployFiller()).rejects.toThrow(
      `the link Follow is in the slot ${slot}, which is for widgets`,
    );
    await deployPlace('links', 'two');
    await expect(deployWidget()).rejects.toThrow(
      `the widget Card is in the slot ${slot}, which is for links`,
    );
  });

  it('that are taken away, or become slots for links, name the widgets in them', async () => {
    const countLosses = () => output().split(`the area notes loses its widget Card in ${slot}`).length - 1;
    await deployPlace('widgets');
    await deployWidget();
    await deployPlace('links', 'two');
    expect(countLosses()).toBe(1);
    await deployPlace('widgets');
    await withdrawArea({ ...common(), id: 'sample' });
    expect(countLosses()).toBe(2);
  });

  it('a widget that the build does not expose is refused', async () => {
    const undeclared = deploy({ id: 'notes', route: '/notes', area: { widgets: [widget] } });
    await expect(undeclared).rejects.toThrow('card.widget.ts is not in the build: rebuild the area.');
    await expect(deployWidget(['mount'])).rejects.toThrow(
      'card.widget.ts does not export bootstrap, unmount, update.',
    );
  });
});

describe('slots for marks', () => {
  const marks = { slot, name: 'rows', label: 'Noted rows', order: 1, access: {} };
  const deployMarks = (exposes = ['bootstrap', 'marks', 'mount', 'unmount', 'update']) =>
    deploy({
      id: 'notes',
      route: '/notes',
      area: { marks: [marks] },
      widgets: { rows: { files: ['remoteEntry.js', 'widget-rows.1.js'], exposes } },
    });
  const deployPlace = (kind: 'marks' | 'widgets') =>
    deploy({ script: kind, area: { slots: [{ slot, kind, context: ['row'] }] } });

  it('take functions, which are in the registry with their files', async () => {
    await deployPlace('marks');
    await deployMarks();
    const { areas } = await readRegistry(store(), 'production');
    expect(areas[0]).toMatchObject({ marks: [marks], widgetFiles: { rows: ['widget-rows.1.js'] } });
    await deployPlace('widgets');
    expect(output()).toContain(`the area notes loses its function for marks Noted rows in ${slot}`);
  });

  it('refuse a build without the function', async () => {
    await expect(deployMarks(['bootstrap', 'mount', 'unmount', 'update'])).rejects.toThrow(
      'rows.marks.ts does not export marks.',
    );
  });
});

const brokenWidget = { slot, name: 'card', label: 'Card', order: 1, minHeight: 200, access: {} };

it.each([
  [{ widgets: [{ ...brokenWidget, name: 'Card' }] }, 'widgets[0].name must be a name of lowercase letters'],
  [{ widgets: [{ ...brokenWidget, name: 'area' }] }, 'widgets[0].name is area'],
  [{ widgets: [brokenWidget, brokenWidget] }, 'widgets[1].name repeats card'],
  [{ widgets: [{ ...brokenWidget, minHeight: 5 }] }, 'widgets[0].minHeight must be >= 20'],
  [
    { widgets: [brokenWidget], marks: [{ slot, name: 'card', label: 'x', order: 1, access: {} }] },
    'marks[0].name repeats card',
  ],
  [{ slots: [{ slot: 'other/rows/v1', context: ['row'] }] }, 'slots[0].slot is other/rows/v1'],
  [{ links: [{ ...link, to: '/elsewhere/{row}' }] }, 'links[0].to links to /elsewhere/{row}'],
  [{ links: [{ ...link, to: '/sample', slot: 'rows' }] }, 'links[0].slot must be the id of a slot'],
  [{ links: [{ ...link, to: '/sample', icon: 'bell-plus' }] }, 'links[0].icon is bell-plus'],
])('a deploy refuses %j', async (area, problem) => {
  await expect(deploy({ area })).rejects.toThrow(problem);
});
