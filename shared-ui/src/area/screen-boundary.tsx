import { Component } from 'react';
import type { ErrorInfo, ReactNode } from 'react';
import { ErrorState } from '../components/states.tsx';
import { ScreenAttempt } from './lazy-screen.tsx';

interface Props {
  /** A change resets the error and renders the content again; usually the path. */
  resetKey: string;
  onError?: ((error: Error) => void) | undefined;
  /** Shown instead of the failed content; an error state by default. */
  renderError?: (error: Error, onRetry: () => void) => ReactNode;
  children: ReactNode;
}

interface State {
  error: Error | undefined;
  key: string;
  attempt: object;
}

/** Shows an error in place of a failed screen and keeps the rest of the area running. */
export class ScreenBoundary extends Component<Props, State> {
  override state: State = { error: undefined, key: this.props.resetKey, attempt: {} };

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  static getDerivedStateFromProps(props: Props, state: State) {
    return props.resetKey === state.key ? null : { error: undefined, key: props.resetKey, attempt: {} };
  }

  override componentDidCatch(error: Error, _info: ErrorInfo) {
    this.props.onError?.(error);
  }

  override render() {
    const { error, attempt } = this.state;
    if (!error) return <ScreenAttempt value={attempt}>{this.props.children}</ScreenAttempt>;
    const retry = () => this.setState({ error: undefined, attempt: {} });
    const { renderError } = this.props;
    return renderError ? renderError(error, retry) : <ErrorState message={error.message} onRetry={retry} />;
  }
}
