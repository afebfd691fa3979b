import { Heading, Text, TextAnchor } from '@readerlens/ui';
import { useSubjectTitle } from './use-subject-title.ts';

interface Props {
  /** As the caller may see it. */
  name: string;
  /** The address of a website. */
  href?: string | undefined;
  /** Below the name: a job title. */
  detail?: string | null;
  /** 'organization', if it is shown because it is the most active one. */
  mostActive?: string | undefined;
}

/** The name of a reader or an organization, as the heading of its page and in the title of the browser. */
export const SubjectName = ({ name, href, detail, mostActive }: Props) => {
  useSubjectTitle(name);
  return (
    <>
      <Heading textStyle="page" overflowWrap="anywhere">
        {href === undefined ? (
          name
        ) : (
          <TextAnchor href={href} target="_blank" rel="noopener noreferrer">
            {name}
          </TextAnchor>
        )}
      </Heading>
      {detail && (
        <Text mt="1" overflowWrap="anywhere">
          {detail}
        </Text>
      )}
      {mostActive !== undefined && (
        <Text mt="1" color="textMuted">
          {`Shown as the ${mostActive} with the most engagements within these filters.`}
        </Text>
      )}
    </>
  );
};
