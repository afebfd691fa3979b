/** The address if it is safe to link: http or https only, nothing that could run as a script. */
export const webAddress = (address: string | null): string | undefined => {
  if (address === null || !URL.canParse(address)) return undefined;
  return /^https?:$/.test(new URL(address).protocol) ? address : undefined;
};

/** A LinkedIn profile or a website as a URL; the scheme is often missing. */
export const profileAddress = (address: string | null): string | undefined =>
  address === null ? undefined : webAddress(address.startsWith('http') ? address : `https://${address}`);
