import { isEmail, lineProblem } from './vocabulary.ts';

const rules = { label: 'First Name', required: 'The First Name is required', max: 5 };

describe('a line of text', () => {
  it.each(['Ann', ' Ann ', 'José', '李小龙', 'محمد', '👩‍🔬', 'O’Nei'])('can be %s', (text) => {
    expect(lineProblem(text, rules)).toBeUndefined();
  });

  it.each([
    ['nothing', ''],
    ['white space', ' \t\n '],
    ['invisible characters', '\u200b\u2060\ufeff'],
    ['fillers', '\u3164\u115f\u2800'],
  ])('is missing with %s only', (_, text) => {
    expect(lineProblem(text, rules)).toBe('The First Name is required');
  });

  it.each([
    ['a line break', 'A\nB'],
    ['a line separator', 'A\u2028B'],
    ['a control character', 'A\u0007B'],
    ['a change of direction', 'A\u202eB'],
    ['a mark of direction', 'A\u200fB'],
  ])('is refused with %s', (_, text) => {
    expect(lineProblem(text, rules)).toBe('First Name must be one line of text');
  });

  it('has a maximum length in characters', () => {
    expect(lineProblem('👍👍👍👍👍', rules)).toBeUndefined();
    expect(lineProblem('abcdef', rules)).toBe('First Name must not be longer than 5 characters');
  });
});

describe('an e-mail address', () => {
  it.each([
    'jane@company.com',
    'jane@xn--80a1acny.xn--p1ai',
    '"jane doe"@company.com',
    'jane@[10.0.0.1]',
    `${'a'.repeat(64)}@company.com`,
  ])('can be %s', (text) => {
    expect(isEmail(text)).toBe(true);
  });

  it.each([
    'jane',
    'jane@company',
    'jane@company.c',
    `${'a'.repeat(65)}@company.com`,
    `jane@${'a.'.repeat(125)}com`,
    '"jane\u202edoe"@company.com',
    'jane@company.xn--',
    'reader7@example',
  ])('cannot be %s', (text) => {
    expect(isEmail(text)).toBe(false);
  });
});
