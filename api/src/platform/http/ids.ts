import { isUuid } from '@readerlens/contract/guards';

/** Parses an id of the contract; undefined if it is not a positive 32-bit integer. */
export const parseId = (text: string): number | undefined => {
  if (!/^[1-9]\d{0,9}$/.test(text)) return undefined;
  const id = Number(text);
  return id <= 2_147_483_647 ? id : undefined;
};

/** A UUID as the database writes it; undefined for another text. */
export const parseUuid = (text: string): string | undefined =>
  isUuid(text) ? text.toLowerCase() : undefined;
