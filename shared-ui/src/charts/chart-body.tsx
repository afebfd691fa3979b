import { startTransition, useCallback, useId, useState } from 'react';
import type { Ref } from 'react';
import { Box, ErrorState, Table, Text } from '../components/index.ts';
import { ListLink } from './chart-legend.tsx';
import type { ChartRow, ChartTable, ChartView } from './chart-model.ts';
import { DrawingsProvider } from './load-drawings.ts';
import type { Drawings } from './load-drawings.ts';
import { notesSummary } from './notes/chart-notes.ts';
import type { ChartNotes } from './notes/chart-notes.ts';
import { NotesTable } from './notes/notes-parts.tsx';
import type { ChartSettings } from './use-chart-settings.ts';
import { useIsPrinting } from './use-is-printing.ts';

/**
 * Tracks the width of the element with `ref` in whole pixels; 0 before the first layout. Only the observer measures:
 * reading the width here would make the browser lay out the page once more for each chart.
 */
const useWidth = () => {
  const [width, setWidth] = useState(0);
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      const measured = Math.floor(entry?.contentRect.width ?? 0);
      // Not all charts in one task.
      if (measured > 0) startTransition(() => setWidth(measured));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
};

interface Props {
  /** On the whole, to see whether it is near the window. */
  ref: Ref<HTMLElement>;
  view: ChartView;
  settings: ChartSettings;
  /** Of a chart over time. */
  notes: ChartNotes | undefined;
  updating: boolean;
  /** Of a late view: undefined while its picture is empty. */
  drawings: Drawings | undefined;
  /** Loads the drawings again, if they could not be loaded. */
  onRetry: (() => void) | undefined;
  /** Called with the element that a download captures. */
  onPlot: (element: HTMLElement | null) => void;
}

/** The drawing, its one-line summary, and its numbers as a table. */
export const ChartBody = ({ ref: whole, onPlot, ...rest }: Props) => {
  const id = useId();
  const { ref, width } = useWidth();
  const { view, settings, notes, updating, drawings, onRetry } = rest;
  const { title, extras, chooseColor } = settings;
  // What is not drawn yet cannot be while the browser prints.
  const isTablePrinted = useIsPrinting() && view.isLate === true && drawings === undefined;
  return (
    <Box
      ref={whole}
      as="figure"
      margin="0"
      flex="1"
      display="flex"
      flexDirection="column"
      aria-label={title}
      aria-describedby={`${id}-summary`}
      aria-busy={updating || undefined}
    >
      <Text
        id={`${id}-summary`}
        srOnly={!extras.summary}
        textStyle="small"
        color="textMuted"
        marginBottom="3"
      >
        {`${title}: ${view.summary}${notesSummary(notes?.notes ?? [])}`}
      </Text>
      {/* On narrow cards, drawings stay aligned at the top. */}
      <Box ref={ref} marginY={width >= 400 && view.isCentered ? 'auto' : undefined}>
        <Box
          ref={onPlot}
          opacity={updating ? 0.5 : 1}
          transition="opacity 180ms"
          position="relative"
          minHeight={width > 0 ? undefined : '240px'}
        >
          {width > 0 && (
            <DrawingsProvider value={drawings}>
              {view.draw({
                width,
                label: `${title}. ${view.summary}`,
                chooseColor,
                patterns: extras.patterns,
                notes,
              })}
            </DrawingsProvider>
          )}
        </Box>
      </Box>
      {onRetry && <ErrorState title="This chart could not be drawn" onRetry={onRetry} />}
      {(extras.table || isTablePrinted) && <DataTable title={title} table={view.table} />}
      {extras.table && notes && notes.notes.length > 0 && <NotesTable title={title} notes={notes.notes} />}
    </Box>
  );
};

const linked = (text: string | undefined, href: string | undefined) =>
  href === undefined ? text : <ListLink to={href}>{text}</ListLink>;

const DataTable = ({ title, table }: { title: string; table: ChartTable }) => {
  const [first = '', ...figures] = table.columns;
  // Names, such as titles of documents, are not unique.
  const places = new Map(table.rows.map((row, at) => [row, String(at)]));
  return (
    <Box marginTop="4" maxHeight="320px" overflowY="auto" borderTopWidth="1px">
      <Table
        caption={`${title}: data table`}
        rows={table.rows}
        rowKey={(row) => places.get(row) ?? row.name}
        columns={[
          { id: 'name', header: first, cell: ({ name, href }) => linked(name, href) },
          ...figures.map((header, at) => ({
            id: header,
            header,
            numeric: true,
            cell: ({ cells, cellHrefs }: ChartRow) => linked(cells[at], cellHrefs?.[at]),
          })),
        ]}
      />
    </Box>
  );
};
