import { listPlaceholders } from '@readerlens/contract/registry';
import type { AreaDescription, AreaLink, AreaSlot, Registry } from '@readerlens/contract/registry';
import { breaking, note } from '../area/contract/call-findings.ts';
import type { Finding } from '../area/contract/call-findings.ts';

interface Filler {
  area: string;
  link: AreaLink;
}

const listFillers = (areas: readonly AreaDescription[]): Filler[] =>
  areas.flatMap(({ id, links = [] }) => links.map((link) => ({ area: id, link })));

const listMissing = ({ to }: AreaLink, { context }: AreaSlot): string[] =>
  listPlaceholders(to).filter((name) => !context.includes(name));

/** Links of this version for which there is no slot are never shown, nor are those that need what their slot does not know. */
const ownFindings = ({ links = [] }: AreaDescription, slots: ReadonlyMap<string, AreaSlot>): Finding[] =>
  links.flatMap((link) => {
    const slot = slots.get(link.slot);
    if (!slot)
      return [note(`the link ${link.label} is not shown: no deployed area has the slot ${link.slot}`)];
    return listMissing(link, slot).map((name) =>
      breaking(`the link ${link.label} needs {${name}}, which the slot ${link.slot} does not have`),
    );
  });

/** Links of other areas that this version no longer shows. */
const lostFillers = (
  others: readonly AreaDescription[],
  before: readonly AreaSlot[],
  slots: ReadonlyMap<string, AreaSlot>,
): Finding[] =>
  listFillers(others).flatMap(({ area, link }) => {
    const earlier = before.find(({ slot }) => slot === link.slot);
    if (!earlier || listMissing(link, earlier).length > 0) return [];
    const now = slots.get(link.slot);
    if (now && listMissing(link, now).length === 0) return [];
    return [note(`the area ${area} loses its link ${link.label} in ${link.slot}`)];
  });

const mapSlots = (areas: readonly AreaDescription[]): Map<string, AreaSlot> =>
  new Map(areas.flatMap(({ slots = [] }) => slots.map((slot) => [slot.slot, slot])));

/** Describes which links of a version have no place, and which links of other areas lose theirs. */
export const slotFindings = (area: AreaDescription, { areas }: Registry): Finding[] => {
  const others = areas.filter(({ id }) => id !== area.id);
  const live = areas.find(({ id }) => id === area.id);
  const slots = mapSlots([...others, area]);
  return [...ownFindings(area, slots), ...lostFillers(others, live?.slots ?? [], slots)];
};

/** Describes which links of other areas lose their place when an area is withdrawn. */
export const lostWithArea = (id: string, { areas }: Registry): Finding[] => {
  const others = areas.filter((area) => area.id !== id);
  const live = areas.find((area) => area.id === id);
  return lostFillers(others, live?.slots ?? [], mapSlots(others));
};
