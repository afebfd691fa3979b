import { Button, EmptyState } from '@readerlens/ui';

interface EmptyProps {
  /** What was looked for beside the filters; '' for nothing. */
  query: string;
  onClear: () => void;
}

/** Nothing matches. */
export const ListEmpty = ({ query, onClear }: EmptyProps) =>
  query === '' ? (
    <EmptyState />
  ) : (
    <EmptyState
      message={`Nothing within the filter has '${query}' in reader, company or document title.`}
      action={<Button onClick={onClear}>Clear search</Button>}
    />
  );

/** Nothing was asked: whoever has clients of their own must choose some. */
export const ListIdle = () => (
  <EmptyState title="Choose a client" message="The filter needs at least one client to search for." />
);
