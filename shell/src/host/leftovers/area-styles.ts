/** The addresses of the versions that were loaded, with the number of their runs on the page. */
const runsOfVersion = new Map<string, number>();

const findBase = ({ href }: HTMLLinkElement) => [...runsOfVersion.keys()].find((base) => href.includes(base));

/** `disabled` of the sheet, not of the link: the link would fetch its file again. */
const apply = (link: HTMLLinkElement) => {
  const base = findBase(link);
  if (base && link.sheet) link.sheet.disabled = (runsOfVersion.get(base) ?? 0) === 0;
};

const applyAll = (base: string) => {
  for (const link of document.querySelectorAll<HTMLLinkElement>(`link[rel=stylesheet][href*="${base}"]`))
    apply(link);
};

const count = (base: string, change: number) => {
  runsOfVersion.set(base, (runsOfVersion.get(base) ?? 0) + change);
  applyAll(base);
};

/** From now on, style sheets of a version only apply while it is on the page. */
export const limitStyles = (base: string) => count(base, 0);

/** The version is on the page; its style sheets apply until the returned function is called. */
export const showStyles = (base: string): (() => void) => {
  count(base, 1);
  return () => count(base, -1);
};

/** Follows the style sheets that load from now on: a screen has its own, and a prefetch loads them before the visit. */
export const watchStyles = () => {
  const onLoad = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') apply(target);
  };
  // Load events do not bubble.
  document.addEventListener('load', onLoad, true);
};
