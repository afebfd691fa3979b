import type { AreaEntry } from '@readerlens/contract/registry';
import { ErrorState, Spinner } from '@readerlens/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { AreaMount } from './area-mount.ts';
import type { AreaPhase } from './area-mount.ts';
import type { FailureKind } from './area-failure.ts';
import { loadArea } from './load-area.ts';
import { registerGuard } from './leave-guards.ts';
import { reportAreaFailure } from './report-area-failure.ts';

const explanation: Record<FailureKind, string> = {
  timeout: 'It took too long to load.',
  missing: 'Its files could not be found.',
  error: 'It could not be loaded.',
};

/** How long an area may load before the page says so, and before it says that it still does. */
const patienceMs = { spinner: 300, still: 8_000 };

const useElapsed = (running: boolean, ms: number): boolean => {
  const [elapsed, setElapsed] = useState(false);
  useEffect(() => {
    setElapsed(false);
    if (!running) return;
    const timer = setTimeout(() => setElapsed(true), ms);
    return () => clearTimeout(timer);
  }, [running, ms]);
  return running && elapsed;
};

/** What the shell hands to an area, following the shell's router. */
const useAreaProps = (onError: (error: Error) => void) => {
  const location = useLocation();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const go = useCallback(
    (to: string | number, options?: { replace?: boolean; state?: unknown }) =>
      typeof to === 'number' ? void navigate(to) : void navigate(to, options),
    [navigate],
  );
  return useMemo(
    () => ({ basename: '/', location, navigate: go, registerGuard, onReady: () => {}, onError, queryClient }),
    [location, go, onError, queryClient],
  );
};

/** The place of an area in the page: loads, mounts and unmounts it, and stands in for it when it cannot be had. */
export const AreaOutlet = ({ area }: { area: AreaEntry }) => {
  const place = useRef<HTMLDivElement>(null);
  const mount = useRef<AreaMount>(undefined);
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<AreaPhase>({ phase: 'loading' });
  const onError = useCallback((error: Error) => reportAreaFailure(area, error), [area]);
  const props = useAreaProps(onError);
  const latest = useRef(props);
  latest.current = props;

  useEffect(() => {
    const onPhase = (next: AreaPhase) => {
      setState(next);
      if (next.phase === 'failed') reportAreaFailure(area, next.failure);
    };
    const current = new AreaMount({
      area,
      place: place.current!,
      props: latest.current,
      load: loadArea,
      onPhase,
    });
    mount.current = current;
    return () => current.stop();
  }, [area, attempt]);

  useEffect(() => mount.current?.update(props), [props]);

  const spinning = useElapsed(state.phase === 'loading', patienceMs.spinner);
  const still = useElapsed(state.phase === 'loading', patienceMs.still);
  return (
    <>
      {state.phase === 'failed' && (
        <ErrorState
          title={`${area.name} is not available`}
          message={`${explanation[state.failure.kind]} The rest of the application works as usual.`}
          onRetry={() => setAttempt((n) => n + 1)}
        />
      )}
      {spinning && <Spinner label={still ? `Still loading ${area.name}` : `Loading ${area.name}`} />}
      <div ref={place} data-area={area.id} hidden={state.phase !== 'mounted'} />
    </>
  );
};
