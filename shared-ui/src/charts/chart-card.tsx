import { useEffect, useId, useState } from 'react';
import type { ReactNode } from 'react';
import {
  Box,
  Card,
  EmptyState,
  ErrorState,
  Heading,
  Spinner,
  Tooltip,
  toast,
  useIsNarrow,
  useOnDemand,
} from '../components/index.ts';
import { PagePart } from '../page-parts/page-parts.tsx';
import type { ShownPart } from '../page-parts/page-parts.tsx';
import { palette, useColorScheme } from '../theme/index.ts';
import { ChartBody } from './chart-body.tsx';
import { ChartMenu } from './chart-menu.tsx';
import type { ChartView } from './chart-model.ts';
import type { ChartFileKind } from './export/chart-file.ts';
import { loadDrawings, useLateDrawings } from './load-drawings.ts';
import { useChartNotes } from './notes/chart-notes.ts';
import { NotesButton } from './notes/notes-parts.tsx';
import { useChartSettings } from './use-chart-settings.ts';
import { useNear } from './use-near.ts';

export interface ChartCardProps {
  title: string;
  /** A longer title also has a tooltip, because two lines may not be enough for it. Default 40. */
  titleLimit?: 32 | 35 | 40 | 42;
  status: 'pending' | 'error' | 'ready';
  /** Present when ready; may stay while newer data loads. */
  view?: ChartView | undefined;
  /** Newer data is loading: the chart is dimmed. */
  updating?: boolean;
  errorMessage?: string | undefined;
  onRetry?: () => void;
  /** Beside the title: the All | Unique switch. */
  actions?: ReactNode;
  /** Below the title, while there is something to draw: how to read the chart. */
  note?: ReactNode;
  /** Height in pixels while there is nothing to draw. Default 240. */
  minHeight?: number;
}

const loadExport = async () => {
  try {
    return await import('./export/chart-file.ts');
  } catch {
    throw new Error('The chart could not be saved.');
  }
};

const loadDialogs = () => import('./chart-dialogs.ts');

/**
 * On a wide window, the drawings load while the data does, and what the menu opens after them; on a phone, the first charts may be
 * below the window.
 */
const useDrawingsWithData = () => {
  const isNarrow = useIsNarrow();
  useEffect(() => {
    // A chart that wants them shows the failure.
    if (!isNarrow)
      loadDrawings()
        .then(loadDialogs)
        .catch(() => {});
  }, [isNarrow]);
};

/** A chart with title, menu and states. Changed colors and titles last until the user leaves the page. */
export const ChartCard = ({ title: given, titleLimit = 40, view, status, ...rest }: ChartCardProps) => {
  const ids = useId();
  const scheme = useColorScheme();
  const settings = useChartSettings(given, view);
  const notes = useChartNotes(view?.months);
  const [dialog, setDialog] = useState<'colors' | 'rename'>();
  const dialogs = useOnDemand(
    loadDialogs,
    'The settings of the chart could not be loaded. Please try again.',
  );
  const [plot, setPlot] = useState<HTMLElement | null>(null);
  const ready = status === 'ready' && view !== undefined && !view.empty;
  const { ref: body, isNear } = useNear();
  const { drawings, retry } = useLateDrawings(ready && isNear && view.isLate === true);
  useDrawingsWithData();
  const openDialog = (opened: typeof dialog) => {
    setDialog(opened);
    void dialogs.open();
  };
  const { ChartColorsDialog, ChartRenameDialog } = dialogs.loaded ?? {};
  const download = async (kind: ChartFileKind) => {
    if (!plot) return;
    const { surface, text } = palette[scheme];
    try {
      const { downloadChart } = await loadExport();
      await downloadChart(plot, kind, { title: settings.title, background: surface, ink: text });
    } catch (error) {
      toast.error(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <Card aria-labelledby={`${ids}-title`} display="flex" flexDirection="column" height="full">
      <PagePart read={() => readShown(settings.title, status, view)} />
      <Box display="flex" flexWrap="wrap" alignItems="center" gap="2" marginBottom="3">
        <ChartTitle id={`${ids}-title`} title={settings.title} limit={titleLimit} />
        <Box display="flex" alignItems="center" gap="2" minHeight="32px" marginStart="auto">
          {rest.actions}
          {notes && <NotesButton title={settings.title} notes={notes} />}
          <ChartMenu
            title={settings.title}
            ready={ready && (drawings !== undefined || !view.isLate)}
            extras={settings.extras}
            onDownload={(kind) => void download(kind)}
            onColors={() => openDialog('colors')}
            onRename={() => openDialog('rename')}
            onExtra={settings.toggle}
            onNote={notes?.add}
          />
        </Box>
      </Box>
      {ready && rest.note && (
        <Box textStyle="small" color="textMuted" marginTop="-1" marginBottom="3">
          {rest.note}
        </Box>
      )}
      {ready ? (
        <ChartBody
          ref={body}
          view={view}
          settings={settings}
          notes={notes}
          updating={rest.updating === true}
          drawings={drawings}
          onRetry={retry}
          onPlot={setPlot}
        />
      ) : (
        <Placeholder status={status} {...rest} />
      )}
      {dialog === 'rename' && ChartRenameDialog && (
        <ChartRenameDialog
          title={settings.title}
          onClose={dialogs.close}
          onApply={(title) => {
            settings.rename(title);
            dialogs.close();
          }}
        />
      )}
      {dialog === 'colors' && ChartColorsDialog && (
        <ChartColorsDialog
          colors={settings.plainColors}
          onClose={dialogs.close}
          onApply={(colors) => {
            settings.paint(colors);
            dialogs.close();
          }}
        />
      )}
    </Card>
  );
};

/** The data table of a chart, for a file of the page. */
const readShown = (
  title: string,
  status: ChartCardProps['status'],
  view: ChartView | undefined,
): ShownPart => {
  if (status === 'pending' || status === 'error') return { missing: title };
  if (!view || view.empty) return undefined;
  const { columns, rows } = view.table;
  return { table: { title, note: '', columns, rows: rows.map(({ name, cells }) => [name, ...cells]) } };
};

const ChartTitle = ({ id, title, limit }: { id: string; title: string; limit: number }) => {
  const isLong = title.length > limit;
  const heading = (
    <Heading
      id={id}
      // Its longest words fit, and it leaves room for the tools of a card on a phone.
      flex="1 1 7rem"
      minWidth="0"
      lineClamp="2"
      overflowWrap="anywhere"
      {...(isLong ? { tabIndex: 0 } : {})}
    >
      {title}
    </Heading>
  );
  return isLong ? <Tooltip content={title}>{heading}</Tooltip> : heading;
};

type PlaceholderProps = Pick<ChartCardProps, 'status' | 'errorMessage' | 'onRetry' | 'minHeight'>;

const Placeholder = ({ status, errorMessage, onRetry, minHeight = 240 }: PlaceholderProps) => (
  <Box flex="1" display="grid" placeItems="center" style={{ minHeight }}>
    {status === 'pending' && <Spinner size={28} />}
    {status === 'error' && (
      <ErrorState title="This chart could not be loaded" message={errorMessage} onRetry={onRetry} />
    )}
    {status === 'ready' && <EmptyState message="Try adjusting your filter..." />}
  </Box>
);
