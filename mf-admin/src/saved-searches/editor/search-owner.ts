import type { SessionUserData } from '@readerlens/auth';
import { isStaff } from '@readerlens/contract/vocabulary';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Account } from '../../person/account.queries.ts';
import { companyTagsQuery } from './editor.queries.ts';

/** An account as the owner of filters: what it may use comes from the server. */
export const useSearchOwner = (account: Account): SessionUserData =>
  useMemo(() => {
    const { id, firstName, lastName, email, role, claims } = account;
    const { notificationClaimLevel, accessMarketingPerformance, searchFields, companies, communities } =
      account;
    return {
      id,
      firstName,
      lastName,
      email,
      role,
      claims,
      notificationClaimLevel,
      accessMarketingPerformance,
      searchFields,
      companies,
      communities,
    };
  }, [account]);

/** The tags that the filters of an owner below Internal start with; none for owners who may not search by tags. */
export const useCompanyTags = (owner: SessionUserData) => {
  const needed =
    !isStaff(owner.role) && owner.searchFields.includes('AnalystTags') && owner.companies.length > 0;
  const { data, error, refetch } = useQuery({ ...companyTagsQuery(owner), enabled: needed });
  return { tags: data ?? [], isPending: needed && !data, error, retry: () => void refetch() };
};
