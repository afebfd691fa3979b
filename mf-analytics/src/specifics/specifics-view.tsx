import { Box, Button, Dialog, Heading, Span, styled } from '@readerlens/ui';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { cutNote, useSpecifics } from './specifics.ts';
import type { QuestionAndAnswer, SpecificsSource } from './specifics.ts';

/** Styles for print-only content and for controls that have no use on paper. */
const printOnly = { display: 'none', '@media print': { display: 'block' } } as const;
const screenOnly = { '@media print': { display: 'none' } } as const;

const Section = styled('section', {
  base: { '& + &': { mt: '4', pt: '4', borderTopWidth: '1px' } },
});

const Lines = styled('dl', {
  base: {
    m: 0,
    display: 'grid',
    gap: '1',
    '& dt': { fontWeight: 'medium', overflowWrap: 'anywhere' },
    '& dd': { m: 0, mb: '2', color: 'textMuted', overflowWrap: 'anywhere' },
  },
});

const NoteParagraph = styled('p', { base: { whiteSpace: 'pre-line', overflowWrap: 'anywhere' } });

const Label = ({ children }: { children: string }) => (
  <Span fontFamily="mono" textStyle="small" color="textSubtle" me="1.5">
    {children}
  </Span>
);

const Line = ({ question, answer, answeredBy }: QuestionAndAnswer) => (
  <>
    <dt>
      <Label>[Q]</Label>
      {question}
    </dt>
    {answer !== null && (
      <dd>
        <Label>[A]</Label>
        {answer}
        {answeredBy && <Span color="textSubtle">{` (${answeredBy})`}</Span>}
      </dd>
    )}
  </>
);

type Level = 'h2' | 'h3' | 'h4';

/** A long note is truncated on screen, but printed in full. */
const NoteText = ({ text }: { text: string }) => {
  const [open, setOpen] = useState(false);
  const shown = cutNote(text);
  if (shown === text) return <NoteParagraph>{text}</NoteParagraph>;
  return (
    <>
      <NoteParagraph css={screenOnly}>{shown}</NoteParagraph>
      <NoteParagraph css={printOnly}>{text}</NoteParagraph>
      <Box mt="1" css={screenOnly}>
        <Button variant="link" size="sm" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          Show all
        </Button>
        <Dialog open={open} onClose={() => setOpen(false)} title="Specifics: full text" size="lg">
          <NoteParagraph pb="4">{text}</NoteParagraph>
        </Dialog>
      </Box>
    </>
  );
};

const Part = ({
  title,
  level,
  children,
}: {
  title: string | undefined;
  level: Level;
  children: ReactNode;
}) => (
  <Section>
    {title && (
      <Heading as={level} mb="2">
        {title}
      </Heading>
    )}
    {children}
  </Section>
);

interface Props {
  source: SpecificsSource;
  level?: Level;
  /** Whether it is already below a heading 'Specifics'. */
  isTitled?: boolean;
}

/** What a reader wrote, asked and answered; renders nothing if there is nothing. */
export const SpecificsView = ({ source, level = 'h3', isTitled = false }: Props) => {
  const { sections, note } = useSpecifics(source);
  return (
    <>
      {note !== '' && (
        <Part title={isTitled ? undefined : 'Specifics'} level={level}>
          <NoteText text={note} />
        </Part>
      )}
      {sections.map(({ title, items }) => (
        <Part key={title} {...{ title, level }}>
          <Lines>
            {items.map((item, index) => (
              // Several people may ask the same question, so it cannot be the key.
              // oxlint-disable-next-line react/no-array-index-key
              <Line key={index} {...item} />
            ))}
          </Lines>
        </Part>
      ))}
    </>
  );
};
