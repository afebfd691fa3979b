import { SegmentedControl } from '@readerlens/ui';
import type { Counting } from './overview.queries.ts';

const options = [
  { value: 'all', label: 'All' },
  { value: 'unique', label: 'Unique' },
] as const;

interface Props {
  /** What is counted in which way. */
  label: string;
  value: Counting;
  onChange: (value: Counting) => void;
}

/** Every engagement, or every reader once. */
export const CountingSwitch = (props: Props) => <SegmentedControl options={options} {...props} />;
