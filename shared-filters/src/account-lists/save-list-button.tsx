import { Button, Flex, OfferedLink, useOnDemand } from '@readerlens/ui';
import { ListPlus } from 'lucide-react';
import type { FilterModel, Term } from '../model/index.ts';
import { useHasAccountLists } from './lists.queries.ts';

export const accountListsPath = '/analytics/account-lists';

/** Few visits make a list. */
const loadDialog = async () => (await import('./save-list.dialog.tsx')).SaveListDialog;

/** The dialog that makes or changes a list, loaded when it is opened. */
export const useListDialog = () => useOnDemand(loadDialog, 'The form could not be loaded.');

interface Props {
  /** What becomes the list: organizations, or the filters of a rule. */
  organizationIds?: readonly string[];
  model?: FilterModel;
  clients: readonly Term[];
  /** Without the way to where lists are managed, in a row of buttons. */
  alone?: boolean;
}

/** Keeps organizations or a rule as a list, for a user who has lists; leads to where lists are managed. */
export const SaveListButton = ({ alone = false, ...made }: Props) => {
  const { loaded: SaveListDialog, loading, open, close } = useListDialog();
  if (!useHasAccountLists()) return null;
  return (
    <Flex align="center" gap="3" wrap="wrap">
      <Button
        size={alone ? 'md' : 'sm'}
        disabled={made.organizationIds?.length === 0}
        icon={<ListPlus size={15} aria-hidden="true" />}
        loading={loading}
        onClick={() => void open()}
      >
        {made.model ? 'Save as list by rule' : 'Save as list'}
      </Button>
      {!alone && !made.model && (
        <OfferedLink to={accountListsPath} otherwise={null} textStyle="caption">
          Manage Account Lists
        </OfferedLink>
      )}
      {SaveListDialog && <SaveListDialog {...made} onClose={close} />}
    </Flex>
  );
};
