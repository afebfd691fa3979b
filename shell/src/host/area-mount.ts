import type { AreaEntry } from '@readerlens/contract/registry';
import type { AreaProps } from '@readerlens/ui';
import { AreaFailure, within } from './area-failure.ts';
import type { loadArea as load } from './load-area.ts';

export type AreaPhase =
  | { phase: 'loading' }
  | { phase: 'mounted' }
  | { phase: 'failed'; failure: AreaFailure };

export const mountDeadlineMs = 30_000;
const unmountDeadlineMs = 5_000;

type HostProps = Omit<AreaProps, 'domElement'>;

let mounts = 0;

/**
 * One area in one place of the page, from loading to unmounting. Its lifecycles are called one after the other,
 * each under a deadline, so that areas may be switched faster than they load: what comes too late is undone.
 */
export class AreaMount {
  private readonly area: AreaEntry;
  private readonly load: typeof load;
  private readonly onPhase: (phase: AreaPhase) => void;
  private readonly element = document.createElement('div');
  /** single-spa-react keeps its roots by name: each mount has one of its own. */
  private readonly name: string;
  private props: HostProps;
  private queue: Promise<void> = Promise.resolve();
  private lifecycles: Awaited<ReturnType<typeof load>> | undefined;
  private stopped = false;

  constructor(init: {
    area: AreaEntry;
    place: HTMLElement;
    props: HostProps;
    load: typeof load;
    onPhase: (phase: AreaPhase) => void;
  }) {
    this.area = init.area;
    this.load = init.load;
    this.props = init.props;
    this.onPhase = init.onPhase;
    this.name = `${init.area.id}#${(mounts += 1)}`;
    init.place.append(this.element);
    this.enqueue(() => this.start());
  }

  private enqueue(step: () => Promise<void>) {
    this.queue = this.queue.then(step).catch((error: unknown) => this.fail(error));
  }

  private fail(error: unknown) {
    this.lifecycles = undefined;
    if (!this.stopped) this.onPhase({ phase: 'failed', failure: AreaFailure.of(error) });
  }

  private areaProps(): AreaProps & { name: string } {
    return { ...this.props, domElement: this.element, name: this.name };
  }

  private async start() {
    if (this.stopped) return;
    this.onPhase({ phase: 'loading' });
    const lifecycles = await this.load(this.area.id, this.area);
    if (this.stopped) return;
    await within(mountDeadlineMs, `Starting ${this.area.name}`, lifecycles.bootstrap(this.areaProps()));
    await within(mountDeadlineMs, `Mounting ${this.area.name}`, lifecycles.mount(this.areaProps()));
    this.lifecycles = lifecycles;
    if (!this.stopped) this.onPhase({ phase: 'mounted' });
  }

  /** Hands new props (a new location) to the area. */
  update(props: HostProps) {
    if (props === this.props) return;
    this.props = props;
    this.enqueue(async () => {
      if (this.stopped || this.props !== props) return;
      await this.lifecycles?.update(this.areaProps());
    });
  }

  /** Takes the area off the page; the element goes even when the area does not let go. */
  stop() {
    this.stopped = true;
    this.enqueue(async () => {
      const { lifecycles } = this;
      this.lifecycles = undefined;
      try {
        if (lifecycles) {
          await within(unmountDeadlineMs, `Leaving ${this.area.name}`, lifecycles.unmount(this.areaProps()));
        }
      } finally {
        this.element.remove();
      }
    });
  }
}
