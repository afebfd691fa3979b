import type { AreaVersion } from '@readerlens/contract/registry';
import type { AreaLifecycles, AreaProps } from '@readerlens/ui';
import { mountDeadlineMs, unmountDeadlineMs } from '../deadlines.ts';
import { tellAreaEvent } from './area-events.ts';
import type { AreaPhaseName } from './area-events.ts';
import { failureOf, within } from './area-failure.ts';
import type { AreaFailure } from './area-failure.ts';
import type { LoadedArea } from './load-area.ts';

export type LoadArea = (id: string, version: AreaVersion, deadlineMs?: number) => Promise<LoadedArea>;
export type HostProps = Omit<AreaProps, 'domElement'>;

let runs = 0;

/**
 * One version of an area in an element of its own, from loading to unmounting. Each step is under a deadline; what
 * settles after its deadline is undone. Every step is reported as an area event.
 */
export class AreaRun {
  readonly version: AreaVersion;
  private readonly area: { id: string; name: string };
  private readonly element = document.createElement('div');
  /** single-spa-react keeps its roots by name: each run has one of its own. */
  private readonly name: string;
  private lifecycles: AreaLifecycles | undefined;
  private mountBegan = 0;
  private isReady = false;

  constructor(area: { id: string; name: string }, version: AreaVersion, place: HTMLElement) {
    this.area = area;
    this.version = version;
    this.name = `${area.id}#${(runs += 1)}`;
    place.append(this.element);
  }

  private get subject() {
    return { area: this.area.id, version: this.version.version };
  }

  /** The failure for an error in a phase, reported as an area event. */
  async failed(phase: AreaPhaseName, error: unknown): Promise<AreaFailure> {
    const failure = await failureOf(error);
    tellAreaEvent({ ...this.subject, type: 'failed', phase, failure });
    return failure;
  }

  /** Once: content that comes back after an error has waited for a person, not for the area. */
  private tellReady() {
    if (this.isReady) return;
    this.isReady = true;
    tellAreaEvent({ ...this.subject, type: 'ready', ms: performance.now() - this.mountBegan });
  }

  private propsWith(props: HostProps): AreaProps & { name: string } {
    const onReady = () => {
      this.tellReady();
      props.onReady();
    };
    return { ...props, onReady, domElement: this.element, name: this.name };
  }

  /** Loads the version. Rejects with AreaFailure. */
  async load(load: LoadArea, deadlineMs?: number): Promise<AreaLifecycles> {
    tellAreaEvent({ ...this.subject, type: 'loading' });
    try {
      const { lifecycles, ms } = await load(this.area.id, this.version, deadlineMs);
      tellAreaEvent({ ...this.subject, type: 'loaded', ms });
      return lifecycles;
    } catch (error) {
      throw await this.failed('load', error);
    }
  }

  /** Mounts what was loaded. Rejects with AreaFailure, and leaves nothing mounted then. */
  async mount(lifecycles: AreaLifecycles, props: HostProps): Promise<void> {
    const given = this.propsWith(props);
    const { name } = this.area;
    this.mountBegan = performance.now();
    let mounting: Promise<unknown> | undefined;
    try {
      await within(mountDeadlineMs, `Starting ${name}`, lifecycles.bootstrap(given));
      mounting = lifecycles.mount(given);
      await within(mountDeadlineMs, `Mounting ${name}`, mounting);
      this.lifecycles = lifecycles;
      tellAreaEvent({ ...this.subject, type: 'mounted' });
    } catch (error) {
      // One that settles too late would run on, unseen.
      mounting?.then(() => lifecycles.unmount(given)).catch(() => {});
      throw await this.failed('mount', error);
    }
  }

  /** Hands new props on. Answers why the version could not take them. Never rejects. */
  async update(props: HostProps): Promise<AreaFailure | undefined> {
    if (!this.lifecycles) return undefined;
    try {
      const updating = this.lifecycles.update(this.propsWith(props));
      await within(mountDeadlineMs, `Updating ${this.area.name}`, updating);
      return undefined;
    } catch (error) {
      return this.failed('run', error);
    }
  }

  /** Takes the version off the page; the element goes even when it does not let go. Never rejects. */
  async end(props: HostProps): Promise<void> {
    const { lifecycles } = this;
    this.lifecycles = undefined;
    try {
      if (!lifecycles) return;
      const unmounting = lifecycles.unmount(this.propsWith(props));
      await within(unmountDeadlineMs, `Leaving ${this.area.name}`, unmounting);
      tellAreaEvent({ ...this.subject, type: 'unmounted' });
    } catch (error) {
      await this.failed('unmount', error);
    } finally {
      this.element.remove();
    }
  }
}
