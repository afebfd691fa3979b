import { Banner, Box, Button, Flex, Stack, Text, VisuallyHidden } from '@readerlens/ui';
import type { MouseEvent, ReactNode } from 'react';

/** How the fields of a step are called, and how their values are shown. */
export interface ConflictTexts<Values extends object> {
  readonly labels: Readonly<Record<keyof Values & string, string>>;
  /** Of values that are not text. */
  readonly show?: (field: keyof Values & string, value: unknown) => ReactNode;
}

interface Props<Values extends object> extends ConflictTexts<Values> {
  mine: Values;
  theirs: Readonly<Partial<Values>>;
  onKeep: (field: keyof Values & string) => void;
  onTake: (field: keyof Values & string) => void;
}

const Version = ({ title, children }: { title: string; children: ReactNode }) => (
  <Box minW="0">
    <Text textStyle="small" fontWeight="semibold">
      {title}
    </Text>
    <Box
      mt="1"
      px="2.5"
      py="2"
      background="surface"
      color="text"
      borderWidth="1px"
      borderRadius="md"
      overflowWrap="anywhere"
      whiteSpace="pre-line"
      maxH="240px"
      overflowY="auto"
      tabIndex={0}
    >
      {children}
    </Box>
  </Box>
);

/** The button disappears with the choice: the focus goes to the field, or to the button that saves. */
const focusField = ({ currentTarget }: MouseEvent<HTMLButtonElement>, field: string) => {
  const form = currentTarget.closest('form');
  const next =
    form?.querySelector<HTMLElement>(`[name="${field}"]`) ??
    form?.querySelector<HTMLElement>('button[type="submit"]');
  next?.focus();
};

/** Both versions of each field that somebody else has changed, too. */
export const ConflictPanel = <Values extends object>(props: Props<Values>) => {
  const { labels, mine, theirs, onKeep, onTake } = props;
  const fields = Object.keys(theirs) as (keyof Values & string)[];
  const showValue = (field: keyof Values & string, value: unknown) =>
    props.show?.(field, value) ?? (typeof value === 'string' && value !== '' ? value : 'Nothing');
  if (fields.length === 0) return null;
  return (
    <Banner tone="warning" shape="box" role="group" aria-label="Two versions">
      <Stack gap="4">
        <Text role="alert" fontWeight="semibold">
          Somebody else has changed the same field. Choose a version.
        </Text>
        {fields.map((field) => (
          <Stack key={field} gap="2" role="group" aria-label={labels[field]}>
            <Text fontWeight="semibold">{labels[field]}</Text>
            <Box
              display="grid"
              gap="3"
              gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }}
            >
              <Version title="Your version">{showValue(field, mine[field])}</Version>
              <Version title="Their version">{showValue(field, theirs[field])}</Version>
            </Box>
            <Flex gap="2" wrap="wrap">
              <Button
                size="sm"
                onClick={(event) => {
                  focusField(event, field);
                  onKeep(field);
                }}
              >
                Keep mine
                <VisuallyHidden>{`: ${labels[field]}`}</VisuallyHidden>
              </Button>
              <Button
                size="sm"
                onClick={(event) => {
                  focusField(event, field);
                  onTake(field);
                }}
              >
                Take theirs
                <VisuallyHidden>{`: ${labels[field]}`}</VisuallyHidden>
              </Button>
            </Flex>
          </Stack>
        ))}
      </Stack>
    </Banner>
  );
};
