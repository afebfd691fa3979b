import { Box, Dialog } from '@readerlens/ui';
import type { SpecificsSource } from './specifics-sections.ts';
import { SpecificsView } from './specifics-view.tsx';

interface Props {
  /** Shown while there is one. */
  source: (SpecificsSource & { fullName: string | null; docTitle: string | null }) | undefined;
  onClose: () => void;
}

/** What one activity says beside its facts, over half of the window. */
export const SpecificsDialog = ({ source, onClose }: Props) => (
  <Dialog
    open={source !== undefined}
    onClose={onClose}
    size="half"
    title="Specifics"
    description={source && [source.fullName, source.docTitle].filter(Boolean).join(' · ')}
  >
    {source && (
      <Box pt="3" pb="5">
        <SpecificsView source={source} />
      </Box>
    )}
  </Dialog>
);
