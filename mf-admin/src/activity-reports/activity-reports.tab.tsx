import { Flex, Stack } from '@readerlens/ui';
import { ReadOnlyBanner } from '../person/read-only-banner.tsx';
import type { TabProps } from '../person/tab-props.ts';
import { useMayDo } from '../person/use-account-actions.ts';
import { ConfigsList, NewReport } from './configs/configs-list.tsx';

/** The activity reports that an account sends. */
export const ActivityReportsTab = ({ account }: TabProps) => {
  const mayChange = useMayDo()('changeSearches', account);
  return (
    <Stack gap="4">
      {mayChange ? (
        <Flex justify="flex-end">
          <NewReport userId={account.id} />
        </Flex>
      ) : (
        <ReadOnlyBanner />
      )}
      <ConfigsList userId={account.id} mayChange={mayChange} />
    </Stack>
  );
};
