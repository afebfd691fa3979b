import { ApiError } from '@readerlens/auth';
import type { AreaEntry } from '@readerlens/contract/registry';
import { Banner, Button, SlowLoading, Spinner, confirm } from '@readerlens/ui';
import type { AreaProps } from '@readerlens/ui';
import { useQueryClient } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { spinnerAfterMs } from '../deadlines.ts';
import { AreaMount, clearFailures } from './area-mount.ts';
import type { AreaPhase } from './area-mount.ts';
import { AreaUnavailable } from './area-unavailable.tsx';
import { refreshBadges } from './badges.ts';
import { leaveQuestion, registerGuard } from './leave-guards.ts';
import { abandonLoads, loadArea } from './load-area.ts';
import { currentVersions, useRegistry } from './registry.ts';
import { findMarks } from './slot-marks.ts';
import { showWidget } from './show-widget.ts';
import { useFindLinks, useFindRefusedLinks } from './slot-links.tsx';
import { useFindWidgets } from './slot-widgets.ts';
import { hasArea } from './visit.ts';

/** Nothing at first, so that a fast load does not flicker. */
const LateSpinner = ({ label }: { label: string }) => {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), spinnerAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return isShown && <Spinner label={label} />;
};

/** Says that the previous version is running, and offers to retry the latest one. */
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
          Retry the latest version
        </Button>
      }
    >
      {`The latest version of ${name} failed. You are using the previous version.`}
    </Banner>
  );
};

/** Whatever its z-index, nothing in the area covers the sidebar and the top bar. */
const contained = { isolation: 'isolate' } as const;

const useOffers = () => {
  const state = useRegistry();
  return useCallback((path: string) => state.status === 'ready' && hasArea(state.registry, path), [state]);
};

/** The props that the shell passes to an area; they follow the shell's router. */
const useAreaProps = (onError: (error: Error) => void) => {
  const location = useLocation();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const offers = useOffers();
  const findLinks = useFindLinks();
  const findRefusedLinks = useFindRefusedLinks();
  const findWidgets = useFindWidgets();
  const go = useCallback(
    (to: string | number, options?: Parameters<AreaProps['navigate']>[1]) =>
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
      findLinks,
      findRefusedLinks,
      findWidgets,
      findMarks,
      showWidget,
      refreshBadges: () => void refreshBadges(queryClient),
      onReady: () => {},
      onError,
      queryClient,
    }),
    [location, go, offers, findLinks, findRefusedLinks, findWidgets, onError, queryClient],
  );
};

/**
 * The place of an area in the page: loads, mounts and unmounts it, and shows a notice when it does not load. The
 * running version stays until the user leaves the area, whatever is deployed in the meantime.
 */
export const AreaOutlet = ({ area: entry }: { area: AreaEntry }) => {
  const [area] = useState(entry);
  const parent = useRef<HTMLDivElement>(null);
  const mount = useRef<AreaMount>(undefined);
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<AreaPhase>({ phase: 'loading' });
  const onError = useCallback((error: Error) => {
    // An API error is not the fault of the version that made the call.
    if (!(error instanceof ApiError)) mount.current?.contentCrashed(error);
  }, []);
  const props = useAreaProps(onError);

  const begin = useEffectEvent(() => {
    const versions = () => currentVersions(area, attempt > 0 ? 0 : undefined);
    const init = { area, parent: parent.current!, props, load: loadArea, versions, onPhase: setState };
    mount.current = new AreaMount(init);
    return mount.current;
  });

  useEffect(() => {
    const current = begin();
    return () => current.stop();
  }, [attempt]);

  useEffect(() => mount.current?.update(props), [props]);

  const retry = () => {
    clearFailures(area.id);
    abandonLoads(area.id);
    setAttempt((n) => n + 1);
  };

  return (
    <>
      {state.phase === 'failed' && (
        <AreaUnavailable name={area.name} kind={state.failure.kind} onRetry={retry} />
      )}
      {state.phase === 'loading' && (
        <SlowLoading key={attempt} name={area.name} onRetry={retry}>
          <LateSpinner label={`Loading ${area.name}`} />
        </SlowLoading>
      )}
      {state.phase === 'mounted' && state.fallbackReason && (
        <FallbackNotice name={area.name} onRetry={retry} />
      )}
      <div ref={parent} data-area={area.id} hidden={state.phase !== 'mounted'} style={contained} />
    </>
  );
};
