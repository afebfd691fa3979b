import type { AreaVersion } from '@readerlens/contract/registry';
import { failedVersionPauseMs, loadDeadlineBeforeFallbackMs } from '../deadlines.ts';
import { buildPartKey, emitAreaEvent } from './area-events.ts';
import { AreaFailure } from './area-failure.ts';
import { AreaRun } from './area-run.ts';
import type { LoadArea, RunArea } from './area-run.ts';
import type { HostProps } from './capabilities.ts';

const failures = new Map<string, { failure: AreaFailure; until: number }>();

/** `part` is the id of an area, or the key of a widget. */
const buildRunKey = (part: string, version: string) => `${part}@${version}`;

/** Skips a version for a while, so that not every visit waits for it to fail again. */
export const markFailed = (part: string, version: string, failure: AreaFailure) => {
  failures.set(buildRunKey(part, version), { failure, until: Date.now() + failedVersionPauseMs });
};

/** Why a version is being skipped, or undefined if it is not. */
export const recentFailure = (part: string, version: string): AreaFailure | undefined => {
  const entry = failures.get(buildRunKey(part, version));
  return entry && entry.until > Date.now() ? entry.failure : undefined;
};

/** Lets the versions of an area or a widget be tried again. */
export const clearFailures = (part: string) => {
  for (const key of failures.keys()) if (key.startsWith(`${part}@`)) failures.delete(key);
};

export type AreaPhase =
  | { phase: 'loading' }
  /** `fallbackReason`: why the previous version runs. */
  | { phase: 'mounted'; fallbackReason?: AreaFailure }
  | { phase: 'failed'; failure: AreaFailure };

interface Init {
  area: RunArea;
  parent: HTMLElement;
  props: HostProps;
  load: LoadArea;
  /** The versions to run, best first. */
  versions: () => Promise<AreaVersion[]>;
  onPhase: (phase: AreaPhase) => void;
}

/**
 * One area, or a widget of one, in one place of the page. Its lifecycles run one after the other, so that users may switch areas faster than
 * they load: a step that finishes too late is undone. A version that fails is replaced by the previous one.
 */
export class AreaMount {
  private readonly init: Omit<Init, 'parent'>;
  /** Undefined once it has stopped, so that whatever still refers to this object does not keep the element. */
  private parent: HTMLElement | undefined;
  private props: HostProps;
  private queue: Promise<void> = Promise.resolve();
  private run: AreaRun | undefined;
  /** The versions left to fall back to. */
  private rest: AreaVersion[] = [];
  private stopped = false;

  constructor(init: Init) {
    const { parent, ...rest } = init;
    this.init = rest;
    this.parent = parent;
    this.props = init.props;
    this.enqueue(() => this.start());
  }

  private enqueue(step: () => Promise<void>) {
    this.queue = this.queue.then(step).catch((error: unknown) => {
      if (!this.stopped) this.init.onPhase({ phase: 'failed', failure: AreaFailure.of(error) });
    });
  }

  private get key() {
    return buildPartKey(this.init.area.id, this.init.area.widget);
  }

  private async start() {
    if (this.stopped) return;
    this.init.onPhase({ phase: 'loading' });
    const versions = await this.init.versions();
    const [newest] = versions;
    const reliable = versions.filter(({ version }) => !recentFailure(this.key, version));
    this.rest = reliable.length > 0 ? reliable : versions;
    const isSkipped = newest && this.rest[0] !== newest;
    await this.runFirst(isSkipped ? recentFailure(this.key, newest.version) : undefined);
  }

  /** Runs the first of the remaining versions that works. Throws the failure of the newest if none does. */
  private async runFirst(earlier?: AreaFailure): Promise<void> {
    let reason = earlier;
    for (let version = this.rest.shift(); version; version = this.rest.shift()) {
      if (this.stopped) return;
      const failure = await this.tryVersion(version);
      if (!failure) {
        if (!this.stopped)
          this.init.onPhase({ phase: 'mounted', ...(reason ? { fallbackReason: reason } : {}) });
        return;
      }
      this.giveUp(version, failure);
      reason ??= failure;
    }
    if (reason) throw reason;
  }

  private giveUp({ version }: AreaVersion, failure: AreaFailure) {
    const [next] = this.rest;
    if (!next || this.stopped) return;
    const { id, widget } = this.init.area;
    markFailed(this.key, version, failure);
    const subject = { area: id, version: next.version, ...(widget === undefined ? {} : { widget }) };
    emitAreaEvent({ ...subject, type: 'fellBack', failed: version });
  }

  /** Runs a version. Returns why it does not run; undefined when it runs or the mount has stopped. */
  private async tryVersion(version: AreaVersion): Promise<AreaFailure | undefined> {
    const { area, load } = this.init;
    const run = new AreaRun(area, version, this.parent!);
    this.run = run;
    try {
      const lifecycles = await run.load(
        load,
        this.rest.length > 0 ? loadDeadlineBeforeFallbackMs : undefined,
      );
      if (!this.stopped) await run.mount(lifecycles, this.props);
      return undefined;
    } catch (error) {
      await run.end(this.props);
      return AreaFailure.of(error);
    }
  }

  /** Passes new props (a new location) to the area. */
  update(props: HostProps) {
    if (props === this.props) return;
    this.props = props;
    this.enqueue(async () => {
      const { run } = this;
      if (this.stopped || this.props !== props || !run) return;
      const failure = await run.update(props);
      if (failure) await this.replace(run, failure);
    });
  }

  /** The content of the running version has crashed; the previous version takes over if there is one. */
  contentCrashed(error: Error) {
    const { run } = this;
    if (!run || this.stopped) return;
    this.enqueue(async () => {
      const failure = await run.failed('run', error);
      // Without another version the area shows its own error state, from which the user may recover.
      if (this.run === run && this.rest.length > 0) await this.replace(run, failure);
    });
  }

  /** Ends a version that failed while running. Throws its failure when there is no version left to take over. */
  private async replace(run: AreaRun, failure: AreaFailure) {
    if (this.stopped) return;
    this.giveUp(run.version, failure);
    this.init.onPhase({ phase: 'loading' });
    await run.end(this.props);
    await this.runFirst(failure);
  }

  /** Removes the area from the page. */
  stop() {
    this.stopped = true;
    this.run?.leave();
    this.enqueue(async () => {
      await this.run?.end(this.props);
      this.run = undefined;
      this.parent = undefined;
    });
  }
}
