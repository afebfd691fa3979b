/** React marks every element that it creates. */
const isReacts = (element: Element) => Object.keys(element).some((key) => key.startsWith('__reactFiber$'));

/** Translations by the browser are in `font` elements; its extensions add elements with names of their own. */
const isBrowsers = ({ localName }: Element) => localName === 'font' || localName.includes('-');

const collect = (parent: Element, found: Element[]) => {
  for (const element of parent.children) {
    if (element.hasAttribute('data-area') || isBrowsers(element)) continue;
    if (isReacts(element)) collect(element, found);
    else found.push(element);
  }
};

/** The elements among those of the shell that React has not created. What is in areas is theirs. */
export const listForeignNodes = (): Element[] => {
  const root = document.getElementById('root');
  const found: Element[] = [];
  if (root) collect(root, found);
  return found;
};
