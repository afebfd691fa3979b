import { Component } from 'react';
import type { ErrorInfo, ReactNode } from 'react';
import { ErrorState } from '../components/states.tsx';

interface Props {
  /** A change of it gives the content another chance: the path. */
  resetKey: string;
  onError?: ((error: Error) => void) | undefined;
  children: ReactNode;
}

/** Keeps a failing screen from taking its area with it; the rest of the page goes on. */
export class ScreenBoundary extends Component<Props, { error: Error | undefined; key: string }> {
  override state = { error: undefined as Error | undefined, key: this.props.resetKey };

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  static getDerivedStateFromProps(props: Props, state: { key: string }) {
    return props.resetKey === state.key ? null : { error: undefined, key: props.resetKey };
  }

  override componentDidCatch(error: Error, _info: ErrorInfo) {
    this.props.onError?.(error);
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    return <ErrorState message={error.message} onRetry={() => this.setState({ error: undefined })} />;
  }
}
