import { api } from '@readerlens/auth';
import type { DashboardSearch } from '@readerlens/filters/dashboard';
import { useFileExport } from '@readerlens/filters/list';
import { toRequest } from '@readerlens/filters/model';
import { Button } from '@readerlens/ui';
import { Download } from 'lucide-react';

/** Saves those who registered and did not attend, of one webinar or of the whole period. */
export const NoShowsButton = ({ search, webinar }: { search: DashboardSearch; webinar: string }) => {
  const { run, start } = useFileExport({ onLeave: 'cancel' });
  return (
    <Button
      size="sm"
      alignSelf="flex-start"
      icon={<Download size={14} aria-hidden="true" />}
      loading={run !== undefined}
      onClick={() =>
        start({
          kind: 'no-shows',
          request: async ({ signal }) => {
            const body = { ...toRequest(search.model), ...(webinar ? { webinar } : {}) };
            return (await api('POST /api/marketing-performance/webinars/no-shows', { body }, { signal }))
              .data;
          },
          chooseFileName: () => 'No-shows.csv',
          saved: (name) => `${name} has been saved.`,
          failed: (reason) => `The no-shows could not be exported. ${reason}`,
        })
      }
    >
      {webinar ? 'Export no-shows of this webinar' : 'Export no-shows'}
    </Button>
  );
};
