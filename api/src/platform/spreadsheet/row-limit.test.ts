import { checkRowCount } from './index.ts';

describe('the rows of a spreadsheet', () => {
  it('are at most what one can hold, which is said in words', () => {
    expect(() => checkRowCount(1_048_575)).not.toThrow();
    expect(() => checkRowCount(1_048_576)).toThrow(
      '1,048,576 activities match; a spreadsheet holds 1,048,575. Please narrow it down.',
    );
    expect(() => checkRowCount(2_000_000, { instead: ', or export it as CSV' })).toThrow(
      expect.objectContaining({
        status: 400,
        message: expect.stringMatching(/narrow it down, or export it as CSV\.$/),
      }),
    );
  });
});
