import type { DropReason } from '@readerlens/contract/vocabulary';

export const activityTypeRequiredMessage = 'Activity type is required';

export const twoFiltersMessage =
  'At least two filters are required to create a notification. Please add an additional filter to the notification (that is not activity type) to continue';

export const rangeOrderMessage = 'From Date should not be greater than To Date or Current date';

/** Clients of a stored filter that the user may not see. */
export const foreignClientsMessage = (names: readonly string[]): string =>
  `User does not have claim(s) for ${names.join(', ')}`;

export const tooManyReaderOrgsMessage = (excess: number): string =>
  `Error. Maximum of 2000 Reader Orgs is exceeded. Please remove ${excess} reader orgs to continue`;

export const dropReasonTexts: Readonly<Record<DropReason, string>> = {
  'not permitted': 'this user may not search by it',
  'ruled out': 'another filter rules it out',
  'not applicable': 'it does not apply here',
};

/** One sentence for each filter that a save left out: 'Revenue was not saved: this user may not search by it.' */
export const droppedMessages = (
  dropped: readonly { readonly label: string; readonly reason: DropReason }[],
): string[] => [
  ...new Set(dropped.map(({ label, reason }) => `${label} was not saved: ${dropReasonTexts[reason]}.`)),
];
