import { CircleHelp } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from './button.tsx';
import { NoteButton } from './note-button.tsx';

interface Props {
  /** The number that the text is about. */
  of: string;
  /** The definition in one to three sentences. */
  children: ReactNode;
}

/** A button beside a number that shows how it is counted. */
export const HowCounted = ({ of, children }: Props) => (
  <NoteButton
    renderTrigger={(properties) => (
      <IconButton
        size="sm"
        label={`How is this counted? ${of}`}
        icon={<CircleHelp size={14} aria-hidden="true" />}
        {...properties}
      />
    )}
  >
    {children}
  </NoteButton>
);
