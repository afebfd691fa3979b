/** What the names of all containers of an area begin with; the hash of the build follows. */
export const containerPrefix = (id: string): string => `readerlens_${id.replaceAll('-', '_')}_`;

/** Whether a container is a build of the area; 'a' is not 'a-b'. */
export const isContainerOf = (id: string, container: string): boolean =>
  container.startsWith(containerPrefix(id)) && !container.slice(containerPrefix(id).length).includes('_');
