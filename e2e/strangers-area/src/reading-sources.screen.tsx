import { PageHeader, Text } from '@readerlens/ui';

/** A page that the team tries out behind a switch. */
export const ReadingSourcesScreen = () => (
  <>
    <PageHeader title="Reading Sources" />
    <Text>Where readers come from.</Text>
  </>
);
