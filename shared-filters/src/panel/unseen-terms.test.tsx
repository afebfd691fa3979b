import '@testing-library/jest-dom';
import { startFakeApi } from '@readerlens/auth/testing';
import type { FakeApi } from '@readerlens/auth/testing';
import { termsFilter } from '../model/index.ts';
import { acme, buildModel, lastYear, openPanel, staffUser } from './testing/open-panel.tsx';

let api: FakeApi;
beforeEach(async () => {
  api = await startFakeApi({ 'GET /api/saved-searches/u1': { data: { items: [] } } });
});
afterEach(() => api.stop());

it('a term without a name is called so, and is sent back without one', async () => {
  const unseen = termsFilter('AnalystTags', [{ id: '77' }, { id: '78', name: 'Biologics' }]);
  const view = await openPanel({ user: staffUser, applied: buildModel(acme, lastYear, unseen) });
  expect(await view.panel.findByText('Name unknown')).toBeVisible();
  expect(view.panel.queryByText('77')).not.toBeInTheDocument();
  await view.press('Remove Biologics');
  await view.press('See results');
  expect(view.last('AnalystTags')).toMatchObject({ value: [{ id: '77' }] });
  expect(JSON.stringify(view.last('AnalystTags'))).not.toContain('unknown');
});
