import { Box, Dialog } from '@readerlens/ui';
import { SpecificsView } from './specifics-view.tsx';
import type { SpecificsSource } from './specifics.ts';

interface Props {
  /** The dialog is open while this is set. */
  source: (SpecificsSource & { fullName: string; docTitle: string }) | undefined;
  onClose: () => void;
}

/** The specifics of one activity, in a dialog over half of the window. */
export const SpecificsDialog = ({ source, onClose }: Props) => (
  <Dialog
    open={source !== undefined}
    onClose={onClose}
    size="half"
    title="Specifics"
    description={source && `${source.fullName} · ${source.docTitle}`}
  >
    {source && (
      <Box pt="3" pb="5">
        <SpecificsView source={source} />
      </Box>
    )}
  </Dialog>
);
