import { checkRowCount } from './index.ts';

describe('checkRowCount', () => {
  it('rejects more rows than a spreadsheet can hold', () => {
    expect(() => checkRowCount(1_048_575)).not.toThrow();
    expect(() => checkRowCount(1_048_576)).toThrow(
      '1,048,576 activities match, but a spreadsheet can hold only 1,048,575. Please narrow your search.',
    );
    expect(() => checkRowCount(2_000_000, { instead: ', or export it as CSV' })).toThrow(
      expect.objectContaining({
        status: 400,
        message: expect.stringMatching(/narrow your search, or export it as CSV\.$/),
      }),
    );
  });
});
