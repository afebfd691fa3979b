export interface TourStep {
  /** The value of `data-tour` on the element that the step points at. */
  target: 'sidebar' | 'filters' | 'chart-menu';
  title: string;
  text: string;
}

export const tourSteps: readonly TourStep[] = [
  {
    target: 'sidebar',
    title: 'All pages in one menu',
    text: 'Every page available to you is listed here, grouped by topic.',
  },
  {
    target: 'filters',
    title: 'Choose what you look at',
    text: 'Filters narrow every figure and chart on the page by client, date, content and more.',
  },
  {
    target: 'chart-menu',
    title: 'Take a chart with you',
    text: 'Each chart has a menu. Download it as SVG or PNG, change its colors, or show its figures as a table.',
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
