import type { MarketingCall } from '@readerlens/contract';
import { changeFigures } from '../../activities/changes/change-figures.ts';
import { comparisonFigures } from '../../activities/comparison/comparison-figures.ts';
import { contentFigures } from '../../activities/content-insights/content-figures.ts';
import type { Figures } from '../../activities/figures/figure.ts';
import type { MarketingSelection } from '../../activities/marketing-selection.ts';
import { newnessFigures } from '../../activities/newness/newness-figures.ts';
import { pipelineFigures } from '../../activities/pipeline/pipeline-figures.ts';
import { eventFigures } from '../../activities/tactics/event-figures.ts';
import { newsletterFigures } from '../../activities/tactics/newsletter-figures.ts';
import { webinarFigures } from '../../activities/tactics/webinar-figures.ts';

/** The figures of all pages. A call without a figure, or with one of another type, does not compile. */
export const marketingFigures: Figures<MarketingCall, MarketingSelection> = {
  ...changeFigures,
  ...newnessFigures,
  ...contentFigures,
  ...pipelineFigures,
  ...comparisonFigures,
  ...eventFigures,
  ...newsletterFigures,
  ...webinarFigures,
};
