import { Heading, Text } from '@readerlens/ui';
import type { ReactNode } from 'react';
import { useSubjectTitle } from './use-subject-title.ts';

interface Props {
  /** As the caller may see it. */
  name: string;
  /** 'organization', if it is shown because it is the most active one. */
  mostActive?: string | undefined;
  /** The name as a link. */
  children?: ReactNode;
}

/** The name of a reader or an organization, as the heading of its page and in the title of the browser. */
export const SubjectName = ({ name, mostActive, children = name }: Props) => {
  useSubjectTitle(name);
  return (
    <>
      <Heading textStyle="page" overflowWrap="anywhere">
        {children}
      </Heading>
      {mostActive !== undefined && (
        <Text mt="1" color="textMuted">
          {`Shown as the ${mostActive} with the most engagements within these filters.`}
        </Text>
      )}
    </>
  );
};
