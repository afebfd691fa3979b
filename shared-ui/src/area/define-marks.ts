import type { AreaLifecycles, FindMarks } from './area-context.tsx';

const nothing = async () => {};

/** What `src/NAME.marks.ts` exports: a function for marks. It shows nothing itself, so that the lifecycles do nothing. */
export const defineMarks = (marks: FindMarks): Required<Pick<AreaLifecycles, 'marks'>> & AreaLifecycles => ({
  bootstrap: nothing,
  mount: nothing,
  update: nothing,
  unmount: nothing,
  marks,
});
