import { useUrlChoice } from '@readerlens/filters';
import { ChooseClient } from '@readerlens/filters/panel';
import { Box, SegmentedControl, SlotWidgets } from '@readerlens/ui';
import { ComparedHead } from '../dashboard/compared-head.tsx';
import { useComparedSearch } from '../dashboard/use-compared-search.ts';
import { describeSearch, overviewCards } from '../slots.ts';
import { DocumentsView } from './documents.view.tsx';
import { EngagementsView } from './engagements.view.tsx';

const views = [
  { value: 'engagements', label: 'Engagements' },
  { value: 'documents', label: 'Documents' },
] as const;
const viewNames: ['engagements', 'documents'] = ['engagements', 'documents'];

/** The client dashboard: how readers engage with the content of the selected clients. */
export const PerformanceOverviewScreen = () => {
  const compared = useComparedSearch();
  const [view, setView] = useUrlChoice('view', viewNames);
  const { panel, search, needsClient } = compared;
  const View = view === 'documents' ? DocumentsView : EngagementsView;
  return (
    <>
      <ComparedHead title="Performance Overview" compared={compared}>
        <SegmentedControl label="View" options={views} value={view} onChange={setView} />
      </ComparedHead>
      {needsClient ? <ChooseClient panel={panel} /> : <View {...compared} />}
      {/* At the end, so that the dashboard stays where it is, whatever areas add. */}
      <Box mt="4" display="grid" gap="4">
        <SlotWidgets slot={overviewCards} context={describeSearch(search.model)} />
      </Box>
    </>
  );
};
