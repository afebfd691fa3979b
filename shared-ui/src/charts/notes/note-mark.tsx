import { Box, chakra } from '@chakra-ui/react';
import { blindedMessage } from '@readerlens/contract/messages';
import { MessageSquareText } from 'lucide-react';
import type { CSSProperties } from 'react';
import { Tooltip } from '../../components/index.ts';
import { formatDay } from '../format.ts';
import { notesLabel } from './chart-notes.ts';
import type { ChartNote, ChartNotes, NoteMark } from './chart-notes.ts';

/** Size in pixels of the area that reacts to the pointer (WCAG 2.5.8); the visible part is smaller. */
export const markSize = 24;

const MarkButton = chakra('button', {
  base: {
    position: 'absolute',
    display: 'grid',
    placeItems: 'center',
    width: `${markSize}px`,
    height: `${markSize}px`,
    borderRadius: 'full',
    cursor: 'pointer',
    '& > .mark': {
      display: 'grid',
      placeItems: 'center',
      minWidth: '18px',
      height: '18px',
      paddingX: '1',
      borderRadius: 'full',
      background: 'text',
      color: 'surface',
      fontSize: '2xs',
      fontWeight: 'semibold',
      fontVariantNumeric: 'tabular-nums',
      boxShadow: '0 0 0 2px var(--rl-colors-surface)',
    },
    '&:hover > .mark, &[data-state=open] > .mark': { background: 'accent', color: 'onAccent' },
    // From the axis up to the top of the drawing, while the mark is hovered or focused.
    '& > .date-line': {
      position: 'absolute',
      bottom: '50%',
      width: '0',
      borderInlineStartWidth: '1px',
      borderStyle: 'dashed',
      borderColor: 'text',
      pointerEvents: 'none',
      visibility: 'hidden',
    },
    '&:hover > .date-line, &:focus-visible > .date-line': { visibility: 'visible' },
  },
});

const inTip = 3;

/** Of the first notes: date, text, client and author. */
const NoteTip = ({ notes }: { notes: readonly ChartNote[] }) => (
  <Box display="grid" gap="2" paddingY="1" overflowWrap="anywhere">
    {notes.slice(0, inTip).map(({ id, date, text, author, client }) => (
      <div key={id}>
        <Box fontWeight="semibold">{formatDay(date)}</Box>
        <Box lineClamp="4" whiteSpace="pre-line">
          {text ?? blindedMessage}
        </Box>
        <Box fontWeight="normal">{[client, author].filter(Boolean).join(' · ')}</Box>
      </div>
    ))}
    {notes.length > inTip && <div>{`${notes.length - inTip} more`}</div>}
  </Box>
);

interface MarkProps {
  notes: readonly ChartNote[];
  onShow: ChartNotes['show'];
  style: CSSProperties;
  /** Height of the line at the date. */
  lineHeight?: number;
}

/** The mark of one or more notes; opens their list. */
export const Mark = ({ notes, onShow, style, lineHeight }: MarkProps) => (
  <Tooltip content={<NoteTip notes={notes} />}>
    <MarkButton
      type="button"
      data-chart-omit=""
      aria-label={notesLabel(notes)}
      aria-haspopup="dialog"
      style={style}
      onClick={() => onShow(notes)}
    >
      {lineHeight !== undefined && <span className="date-line" style={{ height: lineHeight }} />}
      <span className="mark">
        {notes.length > 1 ? notes.length : <MessageSquareText size={10} aria-hidden="true" />}
      </span>
    </MarkButton>
  </Tooltip>
);

interface MarksProps {
  /** Accessible name of the list. */
  label: string;
  marks: readonly NoteMark[];
  /** The axis, in pixels below the top of the drawing. */
  y: number;
  onShow: ChartNotes['show'];
}

/** Marks on the axis of a drawing. Outside of the image, which cannot contain buttons. */
export const Marks = ({ label, marks, y, onShow }: MarksProps) =>
  marks.length > 0 && (
    <Box as="ul" aria-label={label} data-chart-omit="" listStyleType="none" margin="0" padding="0">
      {marks.map(({ x, notes }) => (
        <li key={notes[0]?.id}>
          <Mark
            notes={notes}
            onShow={onShow}
            lineHeight={y}
            style={{ left: x - markSize / 2, top: y - markSize / 2 }}
          />
        </li>
      ))}
    </Box>
  );
