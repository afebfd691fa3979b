export const addressMessage = 'Please enter a valid email address';
export const webAddressMessage = 'Please enter an address that begins with http:// or https://';
export const companyChoiceMessage = 'Please choose a company from the list.';
export const submittedMessage = 'This form has been submitted already.';
export const submitFailedMessage = 'An error was encountered when submitting the form';
export const formsReadOnlyMessage = 'Onboarding forms cannot be changed in Blinded Mode.';
export const setupBlindedMessage = 'Clients cannot be set up in Blinded Mode';
export const accountChangedMessage = 'This account has changed since you opened the page.';
export const formMissing = { title: 'Onboarding form not found', message: 'It does not exist.' } as const;

/** What the same parts of a form are called in the page and in its document. */
export const sameContentLabel = 'Same content per site';
export const contactsTitle = 'Configure for Activity Reports';
