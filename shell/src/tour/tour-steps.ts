export interface TourStep {
  /** The value of `data-tour` on the element that the step points at. */
  target: 'sidebar' | 'admin-menu' | 'filters' | 'chart-menu';
  title: string;
  text: string;
}

/** A step says only what is true of every page and user that have its target; the others do not see it. */
export const tourSteps: readonly TourStep[] = [
  {
    target: 'sidebar',
    title: 'Pages by topic',
    text: 'The menu leads to the dashboards and lists that are available to you.',
  },
  {
    target: 'admin-menu',
    title: 'For staff',
    text: 'This menu has the pages and modes that only staff can use.',
  },
  {
    target: 'filters',
    title: 'Choose what you look at',
    text: 'Filters narrow what the page shows, by client, date, content and more.',
  },
  {
    target: 'chart-menu',
    title: 'Take a chart with you',
    text: 'Each chart has a menu to download it as SVG or PNG, change its colors, or show its figures as a table.',
  },
];

/** The element that a step points at: the first one on the page that is rendered. */
export const findTarget = ({ target }: TourStep): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>(`[data-tour="${target}"]`)].find(
    (element) => element.getClientRects().length > 0,
  );

/** The steps that currently have a target. */
export const stepsOnPage = (): TourStep[] => tourSteps.filter(findTarget);

/** The next (`by` 1) or previous (-1) step that has a target; undefined at the end. */
export const stepBeside = (step: TourStep, by: 1 | -1): TourStep | undefined => {
  const position = tourSteps.indexOf(step);
  const others = tourSteps.filter((_, index) => (index - position) * by > 0);
  return by > 0 ? others.find(findTarget) : others.findLast(findTarget);
};
