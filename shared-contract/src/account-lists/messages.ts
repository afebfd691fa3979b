import {
  maxAccountLists,
  maxLeastEngagements,
  maxListName,
  maxListOrganizations,
  maxRuleTexts,
} from './vocabulary.ts';

export const listsOffMessage = 'Account lists are not available.';
export const listsForbiddenMessage =
  'Account lists need the permission to search by reader organizations. Please contact your representative.';
export const listNameMessage = `Please enter a name of 1 to ${maxListName} characters, without line breaks.`;
export const listNameTakenMessage = 'There is a list with this name already. Please choose another one.';
export const tooManyListsMessage = `You can have ${maxAccountLists} lists for a client. Delete one that is no longer needed.`;
export const tooManyOrganizationsMessage = (excess: number): string =>
  `A list can have ${maxListOrganizations} organizations. Please remove ${excess} to continue.`;
export const foreignOrganizationsMessage =
  'None of these organizations took part in activities of the client of the list.';
export const shareForbiddenMessage = 'Only Premium users and staff may share a list.';
export const changeForbiddenMessage = 'Only its owner may change this list; staff may change a shared one.';
export const listSavedMessage = 'The list has been saved.';
export const listDeletedMessage = 'The list has been deleted.';
export const leastEngagementsMessage = `Please enter a whole number from 1 to ${maxLeastEngagements.toLocaleString('en-US')}.`;
export const mostOrganizationsMessage = `Please enter a whole number from 1 to ${maxListOrganizations.toLocaleString('en-US')}, or nothing.`;
export const listInRuleMessage = 'A rule cannot use account lists. Please remove this filter.';
export const ruleClientsMessage =
  'A rule is about the client of its list. Please remove the other clients from the filters.';
export const tooManyRuleTextsMessage = `The text filters of a rule may search for ${maxRuleTexts} texts together. Please remove lines, or use Equals or Not equal, which are not limited.`;
export const bothOrNeitherMessage = 'Please choose either organizations or a rule.';
export const noRuleMessage = 'This list has no rule. Please change its organizations instead.';
export const hasRuleMessage = 'A rule finds the organizations of this list. Please change the rule instead.';
