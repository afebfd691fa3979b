import { readFileSync } from 'node:fs';
import { listFields } from './fields.ts';
import { checkMapping } from './mapping.ts';

const manual = readFileSync(new URL('../../../../docs/importing.md', import.meta.url), 'utf8');
const section = (title: string) => manual.split(/^## /m).find((text) => text.startsWith(title)) ?? '';

describe('the manual', () => {
  it('lists the fields of activities in order, with the required ones', () => {
    const rows = [...section('Fields of activities').matchAll(/^\| `(\w+)` \|[^|]*\| ([^|]*) \|/gm)];
    const listed = rows.map(([, name, required = '']) => [name, required === 'yes']);
    expect(listed).toEqual(listFields('engagements').map(({ name, isRequired }) => [name, isRequired]));
  });

  it('has a valid example of each field', () => {
    const rows = [...section('Fields of activities').matchAll(/^\| `(\w+)` \|.*\| `([^`]*)` \|$/gm)];
    expect(rows).toHaveLength(listFields('engagements').length);
    const constants = Object.fromEntries(
      rows.map(([, name, example = '']) => [name, example.replaceAll('\\|', '|')]),
    );
    expect(checkMapping({ constants }, 'engagements').constants.size).toBe(rows.length);
  });

  it('lists the fields of documents', () => {
    const [fields = ''] = section('Documents').split('. Values take');
    const names = [...fields.matchAll(/`(\w+)`/g)]
      .map(([, name]) => name)
      .filter((name) => name !== 'documents');
    expect(new Set(names)).toEqual(new Set(listFields('documents').map(({ name }) => name)));
  });

  it('shows a valid mapping, and every part of one', () => {
    const [, example = ''] = /```json\n([^]*?)```/.exec(section('Mapping')) ?? [];
    const mapping = checkMapping(JSON.parse(example), 'engagements');
    expect([...mapping.columns.values()].flat()).toEqual(['reader_id', 'document_id', 'activity']);
    for (const part of Object.keys(mapping)) expect(section('Mapping')).toContain(`| \`${part}\` |`);
  });
});
