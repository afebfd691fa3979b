import { entryFrom } from '../registry/stored-registry.ts';
import { changeRegistry } from '../registry/switch.ts';
import { areaManifest } from '../testing/area-manifest.ts';
import { deployWorld } from '../testing/deploy-world.ts';
import { declaredClaims } from './declared-claims.ts';

const { deploy, output, store } = deployWorld();

const edit = { name: 'edit', label: 'Edit notes' };
const read = { name: 'read', label: 'Read notes', description: 'Opens the notes' };
const deployNotes = (claims: object[] | undefined, script: string) =>
  deploy({ id: 'notes', script, area: claims ? { name: 'Client Notes', claims: claims as [] } : {} });

it('lists the claims of deployed areas, as access rules name them', async () => {
  await deploy();
  await deployNotes([edit, read], 'one');
  await changeRegistry(store(), 'production', (registry) => ({
    ...registry,
    areas: [...registry.areas, { ...entryFrom(areaManifest({ id: 'broken' })), name: '' }],
  }));
  expect(await declaredClaims(store(), 'production')()).toEqual([
    {
      area: 'notes',
      name: 'Client Notes',
      claims: [
        { claim: 'area:notes:edit', label: 'Edit notes' },
        { claim: 'area:notes:read', label: 'Read notes', description: 'Opens the notes' },
      ],
    },
  ]);
});

it('a deploy says how to set the switches that are new', async () => {
  const drafts = { name: 'drafts', label: 'Drafts of notes', default: false };
  const area = { switches: [drafts, { name: 'export', label: 'Export', default: true }] };
  await deploy({ id: 'notes', area });
  expect(output()).toContain('Drafts of notes is off, unless the product has FEATURES=+area:notes:drafts');
  expect(output()).toContain('Export is on, unless the product has FEATURES=-area:notes:export');
  await deploy({ id: 'notes', area, script: 'two' });
  expect(output().split('FEATURES')).toHaveLength(3);
});

it('a deploy names the claims that its version does not have any more', async () => {
  await deployNotes([edit, read], 'one');
  expect(output()).not.toContain('is removed');
  await deployNotes([read], 'two');
  expect(output()).toContain(
    'the claim area:notes:edit (Edit notes) is removed: users who have it keep it without effect',
  );
  expect(output()).not.toContain('area:notes:read');
});
