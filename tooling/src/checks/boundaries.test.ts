import path from 'node:path';
import { boundaryProblems } from './boundaries.ts';

const root = path.resolve(__dirname, '..', '..', '..');

describe('import boundaries', () => {
  it('hold in this repository', () => {
    expect(boundaryProblems(root)).toEqual([]);
  });

  it('are enforced: the fixture that breaks each rule is reported', () => {
    const problems = boundaryProblems(path.join(root, 'tooling', 'fixtures', 'boundaries'));
    expect(problems.sort()).toEqual([
      'mf-bad/src/area.ts: @chakra-ui/react is imported by @readerlens/ui only',
      'mf-bad/src/area.ts: @readerlens/auth/src/token.ts is not a public door of @readerlens/auth',
      'mf-bad/src/area.ts: @readerlens/auth/testing is for tests only',
      'mf-bad/src/area.ts: left-pad is not declared in mf-bad/package.json',
      'mf-bad/src/area.ts: write node:fs',
      'shared-auth/src/index.ts: @readerlens/auth may not import @readerlens/mf-bad',
    ]);
  });
});
