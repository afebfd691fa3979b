import type { SlotContext } from '@readerlens/contract/registry';
import { useCallback, useContext, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { TextLink } from '../components/button.tsx';
import { Badge } from '../components/surfaces.tsx';
import { AreaContext } from './area-context.tsx';
import type { SlotMark } from './area-context.tsx';

const noMarks: readonly SlotMark[] = [];

/**
 * The marks of other areas on the rows of a list, by a key of each row. The areas are asked once for all rows, after these are shown.
 * A failure is theirs: the list goes on without marks. `describe` must stay the same.
 */
export const useSlotMarks = <Row,>(
  slot: string,
  rows: readonly Row[],
  describe: { key: (row: Row) => string; context: (row: Row) => SlotContext },
): ((key: string) => readonly SlotMark[]) => {
  const { findMarks } = useContext(AreaContext) ?? {};
  const [found, setFound] = useState<ReadonlyMap<string, readonly SlotMark[]>>(new Map());
  const keys = useMemo(() => rows.map(describe.key), [rows, describe]);
  const listed = useMemo(() => keys.join('\n'), [keys]);
  const find = useEffectEvent(async (signal: AbortSignal) => {
    const marks = await findMarks?.(slot, rows.map(describe.context), signal).catch(() => []);
    return new Map(marks?.map((each, index) => [keys[index]!, each]));
  });
  useEffect(() => {
    if (!findMarks || listed === '') return undefined;
    const leaving = new AbortController();
    const ask = async () => {
      const marks = await find(leaving.signal);
      if (!leaving.signal.aborted) setFound(marks);
    };
    void ask();
    return () => leaving.abort();
  }, [slot, listed, findMarks]);
  return useCallback((key) => found.get(key) ?? noMarks, [found]);
};

/** The marks on one row, each as a link if its area has a page about it. */
export const SlotMarks = ({ slot, marks }: { slot: string; marks: readonly SlotMark[] }) => {
  const { offers } = useContext(AreaContext) ?? {};
  return marks.map(({ text, to }) => {
    const [pathname = ''] = to?.split(/[?#]/) ?? [];
    return (
      <Badge
        key={`${text} ${to}`}
        tone="info"
        data-slot={slot}
        title={text}
        display="inline-block"
        minW="28px"
        overflow="hidden"
        textOverflow="ellipsis"
        whiteSpace="nowrap"
      >
        {to !== undefined && offers?.(pathname) ? <TextLink to={to}>{text}</TextLink> : text}
      </Badge>
    );
  });
};
