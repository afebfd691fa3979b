import type { AreaProps } from '@readerlens/ui';
import { renderArea } from '@readerlens/ui/testing';
import type { ComponentType } from 'react';
import { parsePath } from 'react-router-dom';

export { closeAreas as closeScreens } from '@readerlens/ui/testing';

export interface OpenedAt {
  address: string;
  /** State of the history entry. */
  state?: unknown;
  /** The path of the screen's route. */
  path: string;
  /** Tells which pages are deployed; none by default. */
  offers?: AreaProps['offers'];
  /** The links in the slots of the screen; none by default. */
  findLinks?: AreaProps['findLinks'];
  findRefusedLinks?: AreaProps['findRefusedLinks'];
  /** The marks on the rows of lists; none by default. */
  findMarks?: AreaProps['findMarks'];
}

/** Renders a screen in the context that the shell provides. */
export const openScreen = (
  Component: ComponentType,
  { address, state, path, offers, findLinks, findRefusedLinks, findMarks }: OpenedAt,
) => {
  const routes = [
    { path, Component },
    { path: '*', element: <h1>Elsewhere</h1> },
  ];
  return renderArea(
    routes,
    { ...parsePath(address), state },
    { offers, findLinks, findRefusedLinks, findMarks },
  );
};
