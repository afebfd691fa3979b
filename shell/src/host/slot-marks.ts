import { ApiError, sessionStore } from '@readerlens/auth';
import { isRecord } from '@readerlens/contract/guards';
import { withSwitches } from '@readerlens/contract/registry';
import type { AreaEntry, AreaMarks, AreaVersion, Registry, SlotContext } from '@readerlens/contract/registry';
import type { SlotMark } from '@readerlens/ui';
import { config } from '../config.ts';
import { loadDeadlineBeforeFallbackMs, marksDeadlineMs } from '../deadlines.ts';
import { buildPartKey, emitAreaEvent } from './area-events.ts';
import { AreaFailure, toAreaFailure, withDeadline } from './area-failure.ts';
import { markFailed, recentFailure } from './area-mount.ts';
import type { LoadArea } from './area-run.ts';
import { loadArea } from './load-area.ts';
import { listVersions, registryStore } from './registry.ts';
import { isOpenTo } from './slot-links.tsx';
import { pickWidgetVersion } from './slot-widgets.ts';
import { whenIdle } from './when-idle.ts';

const longestText = 40;

const isMark = (value: unknown): value is SlotMark =>
  isRecord(value) &&
  typeof value['text'] === 'string' &&
  value['text'] !== '' &&
  value['text'].length <= longestText &&
  (value['to'] === undefined || (typeof value['to'] === 'string' && /^\/(?!\/)/.test(value['to'])));

interface Filler {
  area: AreaEntry;
  marks: AreaMarks;
}

const listFillers = (registry: Registry, slot: string): Filler[] => {
  const viewer = {
    claims: sessionStore.getState().claims,
    features: withSwitches(config.features, registry),
  };
  return registry.areas
    .flatMap((area) => (area.marks ?? []).map((marks) => ({ area, marks })))
    .filter(({ marks }) => marks.slot === slot && isOpenTo(marks, viewer))
    .sort((a, b) => a.marks.order - b.marks.order);
};

/** The versions whose success is reported: one sample per page and version says that it works. */
const succeeded = new Set<string>();

interface Ask {
  filler: Filler;
  rows: readonly SlotContext[];
  signal: AbortSignal;
  load: LoadArea;
}

const askVersion = async (version: AreaVersion, { filler, rows, signal, load }: Ask): Promise<unknown[]> => {
  const { area, marks } = filler;
  const began = performance.now();
  const { lifecycles } = await load(area.id, version, loadDeadlineBeforeFallbackMs);
  if (!lifecycles.marks)
    throw new AreaFailure('error', `${marks.name} of ${area.id} exports no function for marks.`);
  const answer = await withDeadline(
    marksDeadlineMs,
    `The marks ${marks.name} of ${area.id}`,
    lifecycles.marks(rows, { signal }),
  );
  if (!Array.isArray(answer) || answer.length !== rows.length)
    throw new AreaFailure('error', `${marks.name} of ${area.id} does not answer for each row.`);
  const key = `${buildPartKey(area.id, marks.name)}@${version.version}`;
  if (!succeeded.has(key))
    emitAreaEvent({
      type: 'ready',
      area: area.id,
      version: version.version,
      widget: marks.name,
      ms: performance.now() - began,
    });
  succeeded.add(key);
  return answer as unknown[];
};

/** The marks of one area, of its best version that works. Never rejects: without an answer there are none. */
const askFiller = async (ask: Ask): Promise<readonly unknown[]> => {
  const { area, marks } = ask.filler;
  const part = buildPartKey(area.id, marks.name);
  const versions = listVersions(area)
    .flatMap((version) => pickWidgetVersion(version, marks.name) ?? [])
    .filter(({ version }) => !recentFailure(part, version));
  for (const version of versions) {
    try {
      return await askVersion(version, ask);
    } catch (error) {
      // Neither the end of the page nor an API error is the fault of the version.
      if (ask.signal.aborted || error instanceof ApiError) return [];
      const failure = await toAreaFailure(error);
      markFailed(part, version.version, failure);
      emitAreaEvent({
        type: 'failed',
        area: area.id,
        version: version.version,
        widget: marks.name,
        phase: 'run',
        failure,
      });
    }
  }
  return [];
};

const idle = () =>
  new Promise<void>((resolve) => {
    whenIdle(resolve);
  });

/**
 * The marks that areas put on the rows of a list, for each row. Their code loads once the page is idle, and gets all rows at once,
 * frozen, with the values that the slot declares. What they answer beside texts and paths is left out.
 */
export const findMarks = async (
  slot: string,
  rows: readonly SlotContext[],
  signal: AbortSignal,
  load: LoadArea = loadArea,
): Promise<SlotMark[][]> => {
  const state = registryStore.getState();
  if (state.status !== 'ready') return [];
  const { registry } = state;
  const declared = registry.areas
    .flatMap(({ slots = [] }) => slots)
    .find((each) => each.slot === slot && each.kind === 'marks');
  const fillers = declared ? listFillers(registry, slot) : [];
  if (!declared || fillers.length === 0) return [];
  await idle();
  if (signal.aborted) return [];
  const contexts = Object.freeze(
    rows.map((row) => Object.freeze(Object.fromEntries(declared.context.map((name) => [name, row[name]])))),
  );
  const answers = await Promise.all(
    fillers.map((filler) => askFiller({ filler, rows: contexts, signal, load })),
  );
  return rows.map((_, index) => answers.flatMap((answer) => (isMark(answer[index]) ? [answer[index]] : [])));
};
