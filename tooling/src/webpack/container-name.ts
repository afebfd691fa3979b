/** Prefix of an area's container names; the hash of the build follows. */
export const containerPrefix = (id: string): string => `readerlens_${id.replaceAll('-', '_')}_`;

/** Whether a container is a build of the area; distinguishes 'a' from 'a-b'. */
export const isAreaContainer = (id: string, container: string): boolean =>
  container.startsWith(containerPrefix(id)) && !container.slice(containerPrefix(id).length).includes('_');
