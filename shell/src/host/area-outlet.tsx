import { ApiError } from '@readerlens/auth';
import type { AreaEntry } from '@readerlens/contract/registry';
import { Banner, Button, ErrorState, Spinner, confirm } from '@readerlens/ui';
import { useQueryClient } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { loadingNoticeAfterMs } from '../deadlines.ts';
import { AreaMount, trustAgain } from './area-mount.ts';
import type { AreaPhase } from './area-mount.ts';
import type { FailureKind } from './area-failure.ts';
import { refreshBadges } from './badges.ts';
import { leaveQuestion, registerGuard } from './leave-guards.ts';
import { loadArea } from './load-area.ts';
import { currentVersions, useRegistry } from './registry.ts';
import { matchArea } from './visit.ts';

/** Placeholder while an area loads: nothing at first, so that a quick load does not flicker. */
const LoadingNotice = ({ name }: { name: string }) => {
  const [stage, setStage] = useState<'quiet' | 'loading' | 'still'>('quiet');
  useEffect(() => {
    const timers = [
      setTimeout(() => setStage('loading'), loadingNoticeAfterMs.spinner),
      setTimeout(() => setStage('still'), loadingNoticeAfterMs.still),
    ];
    return () => timers.forEach(clearTimeout);
  }, []);
  if (stage === 'quiet') return null;
  return <Spinner label={stage === 'still' ? `Still loading ${name}` : `Loading ${name}`} />;
};

/** Says that the version before the newest one is running, and offers the newest again. */
const FallbackNotice = ({ name, onRetry }: { name: string; onRetry: () => void }) => {
  const retry = async () => {
    const question = leaveQuestion();
    if (!question || (await confirm({ title: question, confirmLabel: 'Continue' }))) onRetry();
  };
  return (
    <Banner
      tone="warning"
      shape="box"
      role="status"
      mb="4"
      icon={<History size={16} aria-hidden="true" />}
      actions={
        <Button size="sm" onClick={() => void retry()}>
          Try the newest again
        </Button>
      }
    >
      {`The newest version of ${name} has failed. This is the one before it.`}
    </Banner>
  );
};

const explanation: Record<FailureKind, string> = {
  timeout: 'It took too long to load.',
  missing: 'Its files could not be found.',
  error: 'It could not be loaded.',
};

const useOffers = () => {
  const state = useRegistry();
  return useCallback(
    (path: string) => state.status === 'ready' && matchArea(state.registry, path) !== undefined,
    [state],
  );
};

/** What the shell hands to an area, following the shell's router. */
const useAreaProps = (onError: (error: Error) => void) => {
  const location = useLocation();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const offers = useOffers();
  const go = useCallback(
    (to: string | number, options?: { replace?: boolean; state?: unknown }) =>
      typeof to === 'number' ? void navigate(to) : void navigate(to, options),
    [navigate],
  );
  return useMemo(
    () => ({
      basename: '/',
      location,
      navigate: go,
      registerGuard,
      offers,
      refreshBadges: () => void refreshBadges(queryClient),
      onReady: () => {},
      onError,
      queryClient,
    }),
    [location, go, offers, onError, queryClient],
  );
};

/**
 * The place of an area in the page: loads, mounts and unmounts it, and shows a notice when it does not load. The
 * version that runs stays until the area is left, whatever is deployed meanwhile.
 */
export const AreaOutlet = ({ area: entry }: { area: AreaEntry }) => {
  const [area] = useState(entry);
  const place = useRef<HTMLDivElement>(null);
  const mount = useRef<AreaMount>(undefined);
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<AreaPhase>({ phase: 'loading' });
  const onError = useCallback((error: Error) => {
    // An answer of the API is not the fault of the version that asked.
    if (!(error instanceof ApiError)) mount.current?.lost(error);
  }, []);
  const props = useAreaProps(onError);

  const begin = useEffectEvent(() => {
    const versions = (current: AreaEntry) => currentVersions(current, attempt > 0 ? 0 : undefined);
    const init = { area, place: place.current!, props, load: loadArea, versions, onPhase: setState };
    mount.current = new AreaMount(init);
    return mount.current;
  });

  useEffect(() => {
    const current = begin();
    return () => current.stop();
  }, [attempt]);

  useEffect(() => mount.current?.update(props), [props]);

  const retry = () => {
    trustAgain(area.id);
    setAttempt((n) => n + 1);
  };

  return (
    <>
      {state.phase === 'failed' && (
        <ErrorState
          title={`${area.name} is not available`}
          titleAs="h1"
          message={`${explanation[state.failure.kind]} The rest of the application works as usual.`}
          onRetry={retry}
        />
      )}
      {state.phase === 'loading' && <LoadingNotice key={attempt} name={area.name} />}
      {state.phase === 'mounted' && state.instead && <FallbackNotice name={area.name} onRetry={retry} />}
      <div ref={place} data-area={area.id} hidden={state.phase !== 'mounted'} />
    </>
  );
};
