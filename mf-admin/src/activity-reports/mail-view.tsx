import { Button, Flex, Stack, styled } from '@readerlens/ui';
import { MailFrame } from '@readerlens/ui/parts';
import { useState } from 'react';

const Source = styled('pre', {
  base: {
    m: 0,
    p: '4',
    maxH: '60vh',
    overflow: 'auto',
    borderWidth: '1px',
    borderRadius: 'md',
    fontSize: 'small',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  },
});

interface Props {
  /** Null for a webhook message. */
  html: string | null;
  text: string;
}

/** A mail in HTML or as text, or the JSON of a webhook message. */
export const MailView = ({ html, text }: Props) => {
  const [isText, setText] = useState(false);
  if (html === null) return <Source tabIndex={0}>{text}</Source>;
  return (
    <Stack gap="3">
      <Flex gap="2" role="group" aria-label="Format">
        <Button
          size="sm"
          variant={isText ? 'secondary' : 'primary'}
          aria-pressed={!isText}
          onClick={() => setText(false)}
        >
          HTML
        </Button>
        <Button
          size="sm"
          variant={isText ? 'primary' : 'secondary'}
          aria-pressed={isText}
          onClick={() => setText(true)}
        >
          Text
        </Button>
      </Flex>
      {isText ? <Source tabIndex={0}>{text}</Source> : <MailFrame html={html} />}
    </Stack>
  );
};
