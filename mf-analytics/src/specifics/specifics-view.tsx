import { Box, Button, Dialog, Heading, Span, styled } from '@readerlens/ui';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { notOnPaper, onlyOnPaper } from './paper.ts';
import { cutNote } from './specifics-sections.ts';
import type { QuestionAndAnswer, SpecificsSource } from './specifics-sections.ts';
import { useSpecifics } from './use-specifics.ts';

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

const Words = styled('p', { base: { whiteSpace: 'pre-line', overflowWrap: 'anywhere' } });

const Mark = ({ children }: { children: string }) => (
  <Span fontFamily="mono" textStyle="small" color="textSubtle" me="1.5">
    {children}
  </Span>
);

const Line = ({ question, answer, answeredBy }: QuestionAndAnswer) => (
  <>
    <dt>
      <Mark>[Q]</Mark>
      {question}
    </dt>
    {answer !== null && (
      <dd>
        <Mark>[A]</Mark>
        {answer}
        {answeredBy && <Span color="textSubtle">{` (${answeredBy})`}</Span>}
      </dd>
    )}
  </>
);

type Level = 'h2' | 'h3' | 'h4';

/** A long note is cut on screen, and whole on paper. */
const NoteText = ({ text }: { text: string }) => {
  const [open, setOpen] = useState(false);
  const shown = cutNote(text);
  if (shown === text) return <Words>{text}</Words>;
  return (
    <>
      <Words css={notOnPaper}>{shown}</Words>
      <Words css={onlyOnPaper}>{text}</Words>
      <Box mt="1" css={notOnPaper}>
        <Button variant="link" size="sm" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          Show all
        </Button>
        <Dialog open={open} onClose={() => setOpen(false)} title="Specifics: the whole text" size="lg">
          <Words pb="4">{text}</Words>
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
  /** Whether it stands under a heading 'Specifics' already. */
  isTitled?: boolean;
}

/** What a reader wrote, asked and answered. Nothing for nothing. */
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
              // Two people may ask the same: a question is no key.
              // oxlint-disable-next-line react/no-array-index-key
              <Line key={index} {...item} />
            ))}
          </Lines>
        </Part>
      ))}
    </>
  );
};
