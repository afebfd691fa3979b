import { useAccess } from '@readerlens/auth/react';
import { Button, EmptyState, Flex, LinkButton, useOffers } from '@readerlens/ui';
import type { RunsView } from './runs-address.ts';

const newAlertPath = '/notification/new/1';

interface Props {
  view: RunsView;
  onShowAll: () => void;
  onShowQuiet: () => void;
}

/** Shown without any run: what would be here, and how to get there. */
const Never = ({ view, onShowQuiet }: Omit<Props, 'onShowAll'>) => {
  const mayCreate = useAccess({ claim: 'manageNotifications' });
  const offers = useOffers();
  return (
    <EmptyState
      title="No results yet"
      message="When an alert that you receive finds something, its result appears here."
      action={
        <Flex gap="2" wrap="wrap" justify="center">
          {mayCreate && offers(newAlertPath) && (
            <LinkButton to={newAlertPath} variant="primary">
              Create alert
            </LinkButton>
          )}
          {!view.quiet && <Button onClick={onShowQuiet}>Show quiet runs</Button>}
        </Flex>
      }
    />
  );
};

/** The empty list, and what to change. */
export const NoRuns = ({ view, onShowAll, onShowQuiet }: Props) => {
  const { query, unread, alert } = view;
  if (query === '' && !unread && alert === '') return <Never {...{ view, onShowQuiet }} />;
  const isRead = unread && query === '' && alert === '';
  return (
    <EmptyState
      {...(isRead ? { title: 'You have read all results' } : {})}
      message={isRead ? null : 'No result matches the search and the filters.'}
      action={<Button onClick={onShowAll}>Show all results</Button>}
    />
  );
};
