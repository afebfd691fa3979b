/** Records the names of the files that the page saves from now on. */
export const saveFiles = (): string[] => {
  const saved: string[] = [];
  URL.createObjectURL = () => 'blob:file';
  URL.revokeObjectURL = () => {};
  HTMLAnchorElement.prototype.click = function click() {
    saved.push(this.download);
  };
  return saved;
};
