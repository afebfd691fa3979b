/** The number behind an id of the contract; undefined for what cannot be one. */
export const idOf = (text: string): number | undefined => {
  if (!/^[1-9]\d{0,9}$/.test(text)) return undefined;
  const id = Number(text);
  return id <= 2_147_483_647 ? id : undefined;
};
