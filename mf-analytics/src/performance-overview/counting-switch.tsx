import { SegmentedControl } from '@readerlens/ui';
import type { Counting } from './overview.queries.ts';

const options = [
  { value: 'all', label: 'All' },
  { value: 'unique', label: 'Unique' },
] as const;

interface Props {
  /** Accessible name, such as 'Count by source'. */
  label: string;
  value: Counting;
  onChange: (value: Counting) => void;
}

/** Counts all engagements, or each reader once. */
export const CountingSwitch = (props: Props) => <SegmentedControl options={options} {...props} />;
