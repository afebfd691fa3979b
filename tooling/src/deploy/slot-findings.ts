import { listPlaceholders } from '@readerlens/contract/registry';
import type { AreaDescription, AreaSlot, Registry, SlotKind } from '@readerlens/contract/registry';
import { breaking, note } from '../area/contract/call-findings.ts';
import type { Finding } from '../area/contract/call-findings.ts';

/** What an area adds to a slot. */
interface Filler {
  area: string;
  slot: string;
  kind: SlotKind;
  /** As it is called in messages: 'link Follow'. */
  title: string;
  /** The values of the context that it needs. Widgets and functions take what there is. */
  needs: string[];
}

const listFillers = ({ id, links = [], widgets = [], marks = [] }: AreaDescription): Filler[] => [
  ...links.map(({ slot, label, to }) => ({
    area: id,
    slot,
    kind: 'links' as const,
    title: `link ${label}`,
    needs: listPlaceholders(to),
  })),
  ...widgets.map(({ slot, label }) => ({
    area: id,
    slot,
    kind: 'widgets' as const,
    title: `widget ${label}`,
    needs: [],
  })),
  ...marks.map(({ slot, label }) => ({
    area: id,
    slot,
    kind: 'marks' as const,
    title: `function for marks ${label}`,
    needs: [],
  })),
];

/** Why a filler cannot be in a slot. */
const findProblems = ({ kind, title, needs }: Filler, slot: AreaSlot): string[] => {
  const { kind: wanted = 'links' } = slot;
  if (kind !== wanted) return [`the ${title} is in the slot ${slot.slot}, which is for ${wanted}`];
  return needs
    .filter((name) => !slot.context.includes(name))
    .map((name) => `the ${title} needs {${name}}, which the slot ${slot.slot} does not have`);
};

/**
 * Fillers of this version for which there is no slot are never shown, unless an area that is deployed after it has the slot; nor are
 * those that do not fit theirs.
 */
const ownFindings = (
  area: AreaDescription,
  slots: ReadonlyMap<string, AreaSlot>,
  later: ReadonlyMap<string, AreaSlot>,
): Finding[] =>
  listFillers(area).flatMap((filler) => {
    const slot = slots.get(filler.slot);
    if (!slot && later.has(filler.slot)) return [];
    if (!slot)
      return [note(`the ${filler.title} is not shown: no deployed area has the slot ${filler.slot}`)];
    return findProblems(filler, slot).map(breaking);
  });

/** Fillers of other areas that this version no longer shows. */
const lostFillers = (
  others: readonly AreaDescription[],
  before: readonly AreaSlot[],
  slots: ReadonlyMap<string, AreaSlot>,
): Finding[] =>
  others.flatMap(listFillers).flatMap((filler) => {
    const earlier = before.find(({ slot }) => slot === filler.slot);
    if (!earlier || findProblems(filler, earlier).length > 0) return [];
    const now = slots.get(filler.slot);
    if (now && findProblems(filler, now).length === 0) return [];
    return [note(`the area ${filler.area} loses its ${filler.title} in ${filler.slot}`)];
  });

const mapSlots = (areas: readonly AreaDescription[]): Map<string, AreaSlot> =>
  new Map(areas.flatMap(({ slots = [] }) => slots.map((slot) => [slot.slot, slot])));

/**
 * Describes which links and widgets of a version have no place, and which of other areas lose theirs. `later` are the areas that the same
 * command deploys after it.
 */
export const slotFindings = (
  area: AreaDescription,
  { areas }: Registry,
  later: readonly AreaDescription[] = [],
): Finding[] => {
  const others = areas.filter(({ id }) => id !== area.id);
  const live = areas.find(({ id }) => id === area.id);
  const slots = mapSlots([...others, area]);
  const staying = others.map((other) => later.find(({ id }) => id === other.id) ?? other);
  return [...ownFindings(area, slots, mapSlots(later)), ...lostFillers(staying, live?.slots ?? [], slots)];
};

/** Describes which links and widgets of other areas lose their place when an area is withdrawn. */
export const lostWithArea = (id: string, { areas }: Registry): Finding[] => {
  const others = areas.filter((area) => area.id !== id);
  const live = areas.find((area) => area.id === id);
  return lostFillers(others, live?.slots ?? [], mapSlots(others));
};
