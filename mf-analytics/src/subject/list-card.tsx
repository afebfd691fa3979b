import { Box, Card, PartLoadError, Skeleton, Text, TextLink } from '@readerlens/ui';
import type { ReactNode } from 'react';

const Loading = ({ what }: { what: string }) => (
  <Box as="output" aria-label={`Loading ${what}`} aria-busy="true" display="grid" gap="3">
    <Skeleton height="36px" />
    <Skeleton height="36px" />
    <Skeleton height="36px" />
  </Box>
);

interface Props {
  title: string;
  subtitle?: ReactNode;
  /** What is listed: 'activities'. */
  what: string;
  /** The search that lists all of them. */
  href?: string;
  /** List items; undefined while loading. */
  items: readonly ReactNode[] | undefined;
  empty?: string;
  error: Error | null;
  onRetry: () => void;
  /** Below the list. */
  children?: ReactNode;
}

/** A short list of a dashboard with its own loading, empty and error states. */
export const ListCard = ({
  title,
  subtitle,
  what,
  href,
  items,
  empty = 'No results found',
  error,
  onRetry,
  children,
}: Props) => {
  const hasItems = items !== undefined && items.length > 0;
  return (
    <Card
      aria-label={title}
      title={title}
      subtitle={hasItems && subtitle}
      actions={
        hasItems &&
        href !== undefined && (
          <TextLink to={href} aria-label={`View all: ${title}`} textStyle="small">
            View all
          </TextLink>
        )
      }
    >
      {!items &&
        (error ? <PartLoadError part={`The ${what}`} {...{ error, onRetry }} /> : <Loading what={what} />)}
      {items?.length === 0 && <Text color="textMuted">{empty}</Text>}
      {hasItems && (
        <Box as="ul" m="0" p="0" listStyleType="none">
          {items}
        </Box>
      )}
      {children}
    </Card>
  );
};
