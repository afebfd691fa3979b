import { testUser } from '@readerlens/auth/testing';
import { namedCatalogue } from '../model/index.ts';
import { defaultModel } from '../search/default-model.ts';
import { testCatalogue } from '../testing/index.ts';
import { panelFields } from './panel-fields.ts';

const listGroupTitles = (...args: Parameters<typeof panelFields>) =>
  panelFields(...args).map(({ title }) => title);
const listFieldNames = (...args: Parameters<typeof panelFields>) =>
  panelFields(...args).flatMap(({ fields }) => fields.map(({ field }) => field));
const reader = testUser({ role: 'Client', searchFields: ['Revenue', 'DeviceTypes', 'AnalystTags'] });

describe('panelFields', () => {
  it('has every field that staff may search by, except activity types, which are a separate control', () => {
    const names = listFieldNames(
      namedCatalogue,
      testUser({ searchFields: ['AccountLists', 'AnalystTags', 'AnalystTagsExist'] }),
    );
    const all = namedCatalogue.fields.map(({ field }) => field);
    expect(names.toSorted()).toEqual(all.filter((field) => field !== 'ActivityTypes').toSorted());
  });

  it('has basic and granted fields', () => {
    const options = { businessGroupIds: new Set(['bg1']) };
    expect(listGroupTitles(testCatalogue, reader, options)).toEqual([
      'General',
      'Demographic',
      'Firmographic',
      'Contextual',
    ]);
    const names = listFieldNames(testCatalogue, reader, options);
    expect(names).toEqual(expect.arrayContaining(['Revenue', 'DeviceTypes', 'AnalystTags', 'DocumentTypes']));
    for (const field of ['JsProcessed', 'AnalystTagsExist', 'ReaderOrgs']) expect(names).not.toContain(field);
  });

  it('leaves out dates, questions of other business groups, and sections without fields', () => {
    const basic = testUser({ role: 'Client' });
    const names = listFieldNames(testCatalogue, reader, { dates: false });
    for (const field of ['DateRange', 'RelativeDateRange', 'DeviceTypes']) expect(names).not.toContain(field);
    expect(listGroupTitles(testCatalogue, basic)).toEqual(['General', 'Demographic', 'Contextual']);
  });

  it('offers the reader org lookup to users who were granted it', () => {
    const firmographic = (searchFields: string[]) =>
      panelFields(namedCatalogue, testUser({ role: 'Client', searchFields })).find(
        ({ title }) => title === 'Firmographic',
      );
    expect(firmographic(['Revenue'])).toMatchObject({ readerOrgsLookup: false });
    expect(firmographic(['ReaderOrgsLookup'])).toMatchObject({ readerOrgsLookup: true });
    expect(firmographic([])).toBeUndefined();
  });
});

describe('defaultModel', () => {
  const now = new Date('2026-03-31T12:00:00.000Z');
  const company = (id: string) => ({ id, name: id, onlines: [] });

  it("preselects a user's only company", () => {
    const of = (companies: string[], role: 'Client' | 'Internal') =>
      defaultModel(testUser({ role, companies: companies.map(company) }), {
        now,
        dates: 'range',
      }).filters.map(({ field }) => field);
    expect(of(['c1'], 'Client')).toEqual(['Clients', 'DateRange']);
    expect(of(['c1', 'c2'], 'Client')).toEqual(['DateRange']);
    expect(of([], 'Internal')).toEqual(['DateRange']);
  });
});
