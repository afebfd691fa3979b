import { api } from '@readerlens/auth';
import type { Viewer } from '@readerlens/auth/react';
import type { CallData, Calls } from '@readerlens/contract/client';
import { queryOptions } from '@tanstack/react-query';

export type OnboardingForm = CallData<Calls['GET /api/onboarding/{id}']>;
export type GeneralInfo = NonNullable<OnboardingForm['generalInfo']>;
export type CompanyInfo = OnboardingForm['companyInfo'];
export type ContentItem = OnboardingForm['content'][number];
export type OnboardingFile = ContentItem['uploadedFileUrls'][number];
export type FormStatus = CallData<Calls['GET /api/onboarding/{id}/status']>;

/** The key of everything that shows a form. */
export const formsKey = 'onboarding-forms';

/** How often an open form looks for what others have saved. */
const followMs = 10_000;
/** How often it looks for a logo that is being prepared. */
const preparingMs = 1000;

const isPreparing = ({ companyInfo }: OnboardingForm): boolean =>
  companyInfo.logos.some(({ state }) => state === 'Preparing');

/** An answer that was on its way while something was saved is older than what the page shows. */
const keepNewest = (shown: unknown, read: unknown): unknown => {
  const before = shown as OnboardingForm | undefined;
  return before && before.version > (read as OnboardingForm).version ? before : read;
};

/** A form with all its parts. While `follows`, what others save appears. */
export const formQuery = (id: string, viewer: Viewer, { follows = false } = {}) =>
  queryOptions({
    queryKey: [formsKey, 'form', id, viewer] as const,
    queryFn: async ({ signal }) =>
      (await api('GET /api/onboarding/{id}', { params: { id } }, { signal })).data,
    enabled: viewer.userId !== undefined,
    networkMode: 'always',
    meta: { pageContent: true },
    structuralSharing: keepNewest,
    refetchInterval: ({ state: { data } }) => {
      if (data && isPreparing(data)) return preparingMs;
      return follows ? followMs : false;
    },
  });
