/** The fields that are on the page, for refusals to be placed at them. */
export const createFieldRegister = () => {
  const uses = new Map<string, number>();
  const count = (field: string, by: 1 | -1) => void uses.set(field, (uses.get(field) ?? 0) + by);
  return {
    register: (field: string) => {
      count(field, 1);
      return () => count(field, -1);
    },
    list: () => new Set([...uses].flatMap(([field, number]) => (number > 0 ? [field] : []))),
  };
};
