import type { ChangeParts } from '@readerlens/contract';
import { WhatChanged, figureQuery, searchLink } from '@readerlens/filters/dashboard';
import { units } from '@readerlens/ui/charts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ComparedSearch } from './use-compared-search.ts';

interface Props {
  compared: ComparedSearch;
  by: ChangeParts;
  /** A link to all of what grew. */
  more?: ReactNode;
}

/** What the engagements have changed by since the period before, each part with its activities. Without dates there is none. */
export const EngagementsChange = ({ compared, by, more }: Props) => {
  const { search, modelBefore, previousDates } = compared;
  const query = useQuery(figureQuery('POST /api/client-dashboard/changes', search, { body: { by } }));
  if (!modelBefore || previousDates === undefined) return null;
  return (
    <WhatChanged
      query={query}
      unit={units.engagements}
      of={by}
      dates={previousDates}
      more={more}
      linkPart={({ id, current }) =>
        searchLink(
          current > 0 ? search.model : modelBefore,
          by === 'organization' ? { org: id } : { documents: [id] },
        )
      }
    />
  );
};
