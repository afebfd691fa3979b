import type { CallData, Calls } from '@readerlens/contract/client';
import { PartLoadError, Skeleton } from '@readerlens/ui';
import { FieldItem, formatUtcDate } from '@readerlens/ui/parts';

type Seen = CallData<Calls['POST /api/reader-dashboard/seen']>;

/** The first and the last day of a reader or an organization with the clients of the filters; undefined while they load. */
export const SeenItems = ({ seen }: { seen: Seen | undefined }) => {
  const buildDay = (moment: string | null | undefined) =>
    moment === undefined ? (
      <Skeleton height="14px" maxW="90px" mt="3px" aria-busy="true" />
    ) : (
      moment && formatUtcDate(moment)
    );
  const never = 'Never with these clients';
  return (
    <>
      <FieldItem label="First seen" emptyText={never}>
        {buildDay(seen?.firstSeen)}
      </FieldItem>
      <FieldItem label="Last seen" emptyText={never}>
        {buildDay(seen?.lastSeen)}
      </FieldItem>
    </>
  );
};

/** Instead of these days. */
export const SeenError = ({ error, onRetry }: { error: Error; onRetry: () => void }) => (
  <PartLoadError part="The first and last activity" {...{ error, onRetry }} />
);
