import { ErrorState } from '@readerlens/ui';
import type { FailureKind } from './area-failure.ts';

const explanation: Record<FailureKind, string> = {
  timeout: 'It took too long to load.',
  missing: 'Its files could not be found.',
  error: 'It could not be loaded.',
};

interface AreaUnavailableProps {
  name: string;
  kind: FailureKind;
  onRetry: () => void;
}

/** Shown in place of an area that cannot be shown. */
export const AreaUnavailable = ({ name, kind, onRetry }: AreaUnavailableProps) => (
  <ErrorState
    title={`${name} is not available`}
    titleAs="h1"
    message={`${explanation[kind]} The rest of the application works as usual.`}
    onRetry={onRetry}
  />
);
