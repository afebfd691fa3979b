export interface TourStep {
  /** The value of `data-tour` on what the step points at. */
  target: 'sidebar' | 'filters' | 'chart-menu';
  title: string;
  text: string;
}

export const tourSteps: readonly TourStep[] = [
  {
    target: 'sidebar',
    title: 'All pages in one menu',
    text: 'Every page that you may see is listed here, grouped by what it is about.',
  },
  {
    target: 'filters',
    title: 'Choose what you look at',
    text: 'Filters narrow every figure and chart of the page: by client, by date, by content and more.',
  },
  {
    target: 'chart-menu',
    title: 'Take a chart with you',
    text: 'Each chart has a menu. Download it as SVG or PNG, change its colors, or show its figures as a table.',
  },
];

/** What a step points at: the first on the page that has a place there. */
export const findTarget = ({ target }: TourStep): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>(`[data-tour="${target}"]`)].find(
    (element) => element.getClientRects().length > 0,
  );

/** The steps that have something to point at now. */
export const stepsOnPage = (): TourStep[] => tourSteps.filter(findTarget);

/** The next step that has something to point at (`by` 1) or the one before (-1); undefined at the end. */
export const stepBeside = (step: TourStep, by: 1 | -1): TourStep | undefined => {
  const position = tourSteps.indexOf(step);
  const others = tourSteps.filter((_, index) => (index - position) * by > 0);
  return by > 0 ? others.find(findTarget) : others.findLast(findTarget);
};
