import type { AreaVersion } from '@readerlens/contract/registry';
import type { AreaLifecycles, AreaProps } from '@readerlens/ui';
import { mountDeadlineMs, unmountDeadlineMs } from '../deadlines.ts';
import { emitAreaEvent } from './area-events.ts';
import type { AreaPhaseName } from './area-events.ts';
import { toAreaFailure, withDeadline } from './area-failure.ts';
import type { AreaFailure } from './area-failure.ts';
import { grantCapabilities } from './capabilities.ts';
import type { HostProps } from './capabilities.ts';
import { watchRun } from './leftovers/leftovers.ts';
import type { Watch } from './leftovers/leftovers.ts';
import type { LoadedArea } from './load-area.ts';

export type LoadArea = (id: string, version: AreaVersion, deadlineMs?: number) => Promise<LoadedArea>;

/** An area, or one of its widgets. */
export interface RunArea {
  id: string;
  /** For messages. */
  name: string;
  widget?: string;
}

const widgetLimits = { registerGuard: () => () => {}, findWidgets: () => [] };

let runs = 0;

/**
 * One version of an area in its own element, from loading to unmounting. Each step has a deadline; a mount that settles
 * after its deadline is undone. Every step emits an area event.
 */
export class AreaRun {
  readonly version: AreaVersion;
  private readonly area: RunArea;
  /** Undefined after the end: closures of an area may stay in memory longer, and would keep all its content. */
  private element: HTMLElement | undefined = document.createElement('div');
  /** single-spa-react stores its roots by name, so each run needs a unique one. */
  private readonly name: string;
  private lifecycles: AreaLifecycles | undefined;
  private mountBegan = 0;
  private isReady = false;
  private watch: Watch | undefined;
  /** The shell's latest props; undefined before mounting and after the end. */
  private props: HostProps | undefined;
  private readonly capabilities = grantCapabilities(() => this.props, {
    late: () => this.watch?.late(),
    guardFailed: (error) => this.guardFailed(error),
  });
  private hasGuardFailed = false;
  private hasEnded = false;

  constructor(area: RunArea, version: AreaVersion, parent: HTMLElement) {
    this.area = area;
    this.version = version;
    this.name = `${area.id}#${(runs += 1)}`;
    parent.append(this.element!);
  }

  private get subject() {
    const { id, widget } = this.area;
    return { area: id, version: this.version.version, ...(widget === undefined ? {} : { widget }) };
  }

  /** The user has left it. While it ends, the next run may already show its content in the same place. */
  leave() {
    this.capabilities.revoke();
    if (this.element) this.element.hidden = true;
  }

  /** A guard is asked again and again; its failure is reported once. */
  private guardFailed(error: unknown) {
    if (!this.hasGuardFailed) void this.failed('run', error);
    this.hasGuardFailed = true;
  }

  /** Converts an error in a phase to a failure and emits it as an area event. */
  async failed(phase: AreaPhaseName, error: unknown): Promise<AreaFailure> {
    const failure = await toAreaFailure(error);
    emitAreaEvent({ ...this.subject, type: 'failed', phase, failure });
    return failure;
  }

  /** Emitted once: content that returns after an error was waiting for the user, not for the area. */
  private emitReady() {
    if (this.isReady) return;
    this.isReady = true;
    emitAreaEvent({ ...this.subject, type: 'ready', ms: performance.now() - this.mountBegan });
  }

  private propsWith(props: HostProps): AreaProps & { name: string } {
    this.props = props;
    const { granted } = this.capabilities;
    const onReady = () => {
      this.emitReady();
      granted.onReady();
    };
    // A widget stands in the page of another area: it neither keeps the user there nor has widgets itself.
    const own = this.area.widget === undefined ? granted : { ...granted, ...widgetLimits };
    return { ...props, ...own, onReady, domElement: this.element!, name: this.name };
  }

  /** Loads the version. Rejects with AreaFailure. */
  async load(load: LoadArea, deadlineMs?: number): Promise<AreaLifecycles> {
    emitAreaEvent({ ...this.subject, type: 'loading' });
    try {
      const { lifecycles, ms } = await load(this.area.id, this.version, deadlineMs);
      emitAreaEvent({ ...this.subject, type: 'loaded', ms });
      return lifecycles;
    } catch (error) {
      throw await this.failed('load', error);
    }
  }

  /** Mounts the loaded version. Rejects with AreaFailure and then leaves nothing mounted. */
  async mount(lifecycles: AreaLifecycles, props: HostProps): Promise<void> {
    const given = this.propsWith(props);
    const { name } = this.area;
    this.mountBegan = performance.now();
    this.watch = watchRun(this.version.base, (leftovers) =>
      emitAreaEvent({ ...this.subject, type: 'leftBehind', leftovers }),
    );
    let mounting: Promise<unknown> | undefined;
    try {
      await withDeadline(mountDeadlineMs, `Starting ${name}`, lifecycles.bootstrap(given));
      mounting = lifecycles.mount(given);
      await withDeadline(mountDeadlineMs, `Mounting ${name}`, mounting);
      this.lifecycles = lifecycles;
      emitAreaEvent({ ...this.subject, type: 'mounted' });
    } catch (error) {
      // A mount that settles too late would keep running, invisibly.
      mounting?.then(() => lifecycles.unmount(given)).catch(() => {});
      throw await this.failed('mount', error);
    } finally {
      this.watch.restore();
    }
  }

  /** Passes on new props. Returns the failure if the version could not handle them. Never rejects. */
  async update(props: HostProps): Promise<AreaFailure | undefined> {
    if (!this.lifecycles) return undefined;
    try {
      const updating = this.lifecycles.update(this.propsWith(props));
      await withDeadline(mountDeadlineMs, `Updating ${this.area.name}`, updating);
      return undefined;
    } catch (error) {
      return this.failed('run', error);
    } finally {
      this.watch?.restore();
    }
  }

  /** Removes the version from the page; removes its element even if unmounting fails. Never rejects. */
  async end(props: HostProps): Promise<void> {
    const { lifecycles, watch } = this;
    this.lifecycles = undefined;
    this.capabilities.revoke();
    try {
      if (!lifecycles) return;
      const unmounting = lifecycles.unmount(this.propsWith(props));
      await withDeadline(unmountDeadlineMs, `Leaving ${this.area.name}`, unmounting);
      emitAreaEvent({ ...this.subject, type: 'unmounted' });
    } catch (error) {
      await this.failed('unmount', error);
    } finally {
      this.element?.remove();
      this.element = undefined;
      this.props = undefined;
      if (!this.hasEnded) watch?.end();
      this.hasEnded = true;
    }
  }
}
