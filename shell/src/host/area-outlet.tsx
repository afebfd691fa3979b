import type { AreaEntry } from '@readerlens/contract/registry';
import { ErrorState } from '@readerlens/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { AreaMount } from './area-mount.ts';
import type { AreaPhase } from './area-mount.ts';
import type { FailureKind } from './area-failure.ts';
import { loadArea } from './load-area.ts';
import { LoadingNotice } from './loading-notice.tsx';
import { registerGuard } from './leave-guards.ts';
import { reportAreaFailure } from './report-area-failure.ts';

const explanation: Record<FailureKind, string> = {
  timeout: 'It took too long to load.',
  missing: 'Its files could not be found.',
  error: 'It could not be loaded.',
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

  const begin = useEffectEvent((onPhase: (phase: AreaPhase) => void) => {
    mount.current = new AreaMount({ area, place: place.current!, props, load: loadArea, onPhase });
    return mount.current;
  });

  useEffect(() => {
    const onPhase = (next: AreaPhase) => {
      setState(next);
      if (next.phase === 'failed') reportAreaFailure(area, next.failure);
    };
    const current = begin(onPhase);
    return () => current.stop();
  }, [area, attempt]);

  useEffect(() => mount.current?.update(props), [props]);

  return (
    <>
      {state.phase === 'failed' && (
        <ErrorState
          title={`${area.name} is not available`}
          message={`${explanation[state.failure.kind]} The rest of the application works as usual.`}
          onRetry={() => setAttempt((n) => n + 1)}
        />
      )}
      {state.phase === 'loading' && <LoadingNotice key={attempt} name={area.name} />}
      <div ref={place} data-area={area.id} hidden={state.phase !== 'mounted'} />
    </>
  );
};
