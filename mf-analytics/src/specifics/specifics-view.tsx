import { useBlinded } from '@readerlens/auth/react';
import { Box, Button, Dialog, Heading, Span, Text, styled } from '@readerlens/ui';
import { useState } from 'react';
import { cutNote, noteOf, sectionsOf } from './specifics-sections.ts';
import type { QuestionAndAnswer, SpecificsSource } from './specifics-sections.ts';

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

const Note = ({ text, level }: { text: string; level: Level }) => {
  const [open, setOpen] = useState(false);
  const shown = cutNote(text);
  return (
    <Section>
      <Heading as={level} mb="2">
        Specifics
      </Heading>
      <Text whiteSpace="pre-line" overflowWrap="anywhere">
        {shown}
      </Text>
      {shown !== text && (
        <Box mt="1">
          <Button variant="link" size="sm" aria-haspopup="dialog" onClick={() => setOpen(true)}>
            Show all
          </Button>
          <Dialog open={open} onClose={() => setOpen(false)} title="Specifics: the whole text" size="lg">
            <Text whiteSpace="pre-line" overflowWrap="anywhere" pb="4">
              {text}
            </Text>
          </Dialog>
        </Box>
      )}
    </Section>
  );
};

type Level = 'h2' | 'h3' | 'h4';

/** What a reader asked, answered or wrote; free text stands for structured data. Nothing for nothing. */
export const SpecificsView = ({ source, level = 'h3' }: { source: SpecificsSource; level?: Level }) => {
  const sections = sectionsOf(source.specificsModel);
  const note = noteOf(source, useBlinded());
  if (sections.length === 0) return note === '' ? null : <Note text={note} level={level} />;
  return sections.map(({ title, items }) => (
    <Section key={title}>
      <Heading as={level} mb="2">
        {title}
      </Heading>
      <Lines>
        {items.map((item, index) => (
          // Two people may ask the same: a question is no key.
          // oxlint-disable-next-line react/no-array-index-key
          <Line key={index} {...item} />
        ))}
      </Lines>
    </Section>
  ));
};
