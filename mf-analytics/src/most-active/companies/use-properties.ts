import { useUser } from '@readerlens/auth/react';
import { orgProperties } from '@readerlens/contract/most-active';
import type { OrgProperty } from '@readerlens/contract/most-active';
import { maySeeValue } from '@readerlens/filters/model';
import { useMemo } from 'react';
import { describeWithheld } from '../../subject/organization-properties.ts';

export interface Properties {
  /** What the user may see. */
  readonly offered: readonly OrgProperty[];
  /** The chosen ones that the user may see. */
  readonly shown: readonly OrgProperty[];
  /** Says which chosen ones the user may not see: others may have sent the address. */
  readonly withheld: string | undefined;
}

/** What is known of organizations, as the user has chosen and may see it. */
export const useProperties = (chosen: readonly OrgProperty[]): Properties => {
  const searchFields = useUser()?.searchFields;
  return useMemo(() => {
    const fields = new Set(searchFields);
    return {
      offered: orgProperties.filter((property) => maySeeValue(property, fields)),
      shown: chosen.filter((property) => maySeeValue(property, fields)),
      withheld: describeWithheld(chosen, fields),
    };
  }, [searchFields, chosen]);
};
