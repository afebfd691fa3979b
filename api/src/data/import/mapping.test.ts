import { ImportError } from './import-error.ts';
import { checkMapping, readMappingFile } from './mapping.ts';
import { temporaryFiles } from './testing/import-files.ts';

const files = temporaryFiles();

const findProblem = (mapping: unknown): string => {
  try {
    checkMapping(mapping, 'engagements');
  } catch (error) {
    if (error instanceof ImportError) return error.message;
    throw error;
  }
  throw new Error('the mapping was accepted');
};

describe('a mapping', () => {
  it('may be empty', () => {
    expect(checkMapping({}, 'engagements').columns.size).toBe(0);
  });

  it.each([
    [['a'], 'The mapping must be a JSON object.'],
    [{ column: {} }, "- 'column' is not one of columns, constants, defaults, values, dates, namespace."],
    [{ columns: [] }, "- 'columns' must be an object."],
    [{ columns: { reader: 'x' } }, "- 'columns.reader': there is no field 'reader'."],
    [
      { columns: { client: 5 } },
      "- 'columns.client' must be the name of a column of the file, a list of such names, or null for none.",
    ],
    [{ columns: { client: [] } }, "- 'columns.client' must be the name of a column of the file, a list"],
    [{ dates: { client: 'DD.MM.YYYY' } }, "- 'dates.client': this field is not a date."],
    [{ dates: { occurred_at: ['DD.MM.YYYY', 'HH:mm'] } }, "- 'dates.occurred_at' must be a format with day"],
    [
      { constants: { reader_first_name: 'A\u202eB' } },
      "- 'constants.reader_first_name': the value 'A\u202eB' must be one line of text.",
    ],
    [{ constants: { client: '' } }, "- 'constants.client' must be a text that is not empty."],
    [{ constants: { country: 'Atlantis' } }, "- 'constants.country': the value 'Atlantis' is neither"],
    [{ defaults: { quality: 7 } }, "- 'defaults.quality': the value '7' is not one of 1, 2, 3."],
    [{ values: { activity_type: 'x' } }, "- 'values.activity_type' must be an object."],
    [
      { values: { activity_type: { view: 'Look' } } },
      "- 'values.activity_type.view': the value 'Look' is not one of Engagement, CustomerRequest, Webinar, Event.",
    ],
    [{ namespace: 'a b' }, "- 'namespace' must be 1 to 40 letters"],
    [
      { columns: { client: 'a' }, constants: { client: 'b' } },
      "- 'client' is in columns and in constants; it can be in one of them.",
    ],
    [JSON.parse('{"columns": {"__proto__": "x"}}'), "- 'columns.__proto__': there is no field '__proto__'."],
  ])('%j is explained', (mapping, sentence) => {
    expect(findProblem(mapping)).toContain(sentence);
  });

  it('is rejected with all problems and the list of fields', () => {
    const lines = findProblem({ columns: { reader: 'x' }, defaults: { quality: 7 } }).split('\n');
    expect(lines).toHaveLength(4);
    expect(lines.at(-1)).toContain('Fields of engagements are external_id, occurred_at');
  });

  it('is read from a file', async () => {
    const file = files.write('\uFEFF{"constants": {"client": "Acme"}}');
    expect(await readMappingFile(file)).toEqual({ constants: { client: 'Acme' } });
    await expect(readMappingFile(files.write('{'))).rejects.toThrow(/is not valid JSON/);
    await expect(readMappingFile(files.path('none'))).rejects.toThrow(/cannot be read/);
  });
});
