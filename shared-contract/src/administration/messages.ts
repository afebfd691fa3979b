export const userCreatedMessage = 'User was successfully created 👍';
export const userUpdatedMessage = 'User was successfully updated 👍';
export const registrationResentMessage = (email: string): string =>
  `The registration email has been resent to ${email}`;
export const analystTagsMessage = 'Analyst tags must exist for at least one selected Client';
