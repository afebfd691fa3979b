import { Heading, Text } from '@readerlens/ui';
import { useEffect } from 'react';
import type { ReactNode } from 'react';

/** The heading of a public page; also sets the document title. */
export const PublicHeading = ({ title, children }: { title: string; children?: ReactNode }) => {
  useEffect(() => {
    document.title = `${title} · Readerlens`;
  }, [title]);
  return (
    <>
      <Heading as="h1" textStyle="page" tabIndex={-1}>
        {title}
      </Heading>
      {children && (
        <Text color="textMuted" mt="2">
          {children}
        </Text>
      )}
    </>
  );
};
