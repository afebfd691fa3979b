import { Cell, StatTile, searchLink, usePreviousData } from '@readerlens/filters/dashboard';
import { useQuery } from '@tanstack/react-query';
import { FileCheck2, Files } from 'lucide-react';
import { documentCountQuery, engagedDocumentCountQuery } from './dashboard.queries.ts';
import type { Compared } from './use-compared-search.ts';

/** How many documents there are, and how many have engagements. No list shows documents without engagements. */
export const DocumentStats = ({ search, previous }: Compared) => {
  const all = useQuery(documentCountQuery(search));
  const engaged = useQuery(engagedDocumentCountQuery(search));
  const allBefore = usePreviousData(previous, documentCountQuery);
  const engagedBefore = usePreviousData(previous, engagedDocumentCountQuery);
  const icon = { size: 15, 'aria-hidden': true } as const;
  return (
    <>
      <Cell span={6}>
        <StatTile
          label="Total documents"
          icon={<Files {...icon} />}
          query={all}
          before={allBefore}
          valueOf={({ total }) => total}
        />
      </Cell>
      <Cell span={6}>
        <StatTile
          label="Documents with engagements"
          icon={<FileCheck2 {...icon} />}
          query={engaged}
          before={engagedBefore}
          valueOf={({ total }) => total}
          href={searchLink(search.model)}
        />
      </Cell>
    </>
  );
};
