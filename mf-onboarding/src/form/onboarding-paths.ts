export const onboardingListPath = '/admin/onboarding-list';

export const previewPath = (id: string): string => `/admin/onboarding/${encodeURIComponent(id)}`;

export const stepPath = (id: string, step: number): string => `/onboarding/${encodeURIComponent(id)}/${step}`;

export const clientSetupPath = (id: string): string => `${previewPath(id)}/client`;
