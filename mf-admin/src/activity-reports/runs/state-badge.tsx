import { Badge } from '@readerlens/ui';
import type { ReportRun } from '../reports.queries.ts';
import { stateTexts } from './run-text.ts';

const tones = { empty: 'neutral', queued: 'accent', sent: 'positive', failed: 'negative' } as const;

export const StateBadge = ({ state }: { state: ReportRun['state'] }) => (
  <Badge tone={tones[state]}>{stateTexts[state]}</Badge>
);
