import type { SlotContext } from '@readerlens/contract/registry';
import { Card, TextLink } from '@readerlens/ui';

export const TrendCard = ({ context: { search } }: { context: SlotContext }) => (
  <Card title="Reading trend" aria-label="Reading trend">
    <TextLink to={`/reading-trends?${new URLSearchParams({ f: search ?? '' }).toString()}`}>
      Trend of these filters
    </TextLink>
  </Card>
);
