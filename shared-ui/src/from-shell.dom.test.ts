import * as fromShell from './from-shell.ts';
import * as whole from './index.ts';

it('gives an area all that the package has', () => {
  expect(Object.keys(fromShell).sort()).toEqual(Object.keys(whole).sort());
});
