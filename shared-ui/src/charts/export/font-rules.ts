/** The part of a font that covers English names and figures. */
const isLatin = (rule: CSSFontFaceRule) => {
  const range = rule.style.getPropertyValue('unicode-range');
  return range === '' || /U\+0+-/i.test(range);
};

const readRules = (sheet: CSSStyleSheet): CSSRule[] => {
  try {
    return [...sheet.cssRules];
  } catch {
    // Scripts cannot read a style sheet of another origin.
    return [];
  }
};

const findRule = (): { rule: CSSFontFaceRule; base: string } | undefined => {
  for (const sheet of document.styleSheets) {
    const rule = readRules(sheet).find(
      (found): found is CSSFontFaceRule =>
        found instanceof CSSFontFaceRule &&
        /Inter/.test(found.style.getPropertyValue('font-family')) &&
        isLatin(found),
    );
    if (rule) return { rule, base: sheet.href ?? document.baseURI };
  }
  return undefined;
};

const dataUrl = (blob: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The font could not be read.')));
    reader.readAsDataURL(blob);
  });

/** A @font-face rule with the embedded font of the page, or '' when it cannot be read and fallback fonts are used. */
export const fontRules = async (): Promise<string> => {
  if (typeof CSSFontFaceRule === 'undefined') return '';
  const found = findRule();
  const path = found?.rule.style.getPropertyValue('src').match(/url\("?([^")]+)"?\)/)?.[1];
  if (!found || !path) return '';
  try {
    const answer = await fetch(new URL(path, found.base));
    if (!answer.ok) return '';
    const source = await dataUrl(await answer.blob());
    return `@font-face{font-family:'Inter Variable';font-weight:100 900;src:url(${source})}`;
  } catch {
    return '';
  }
};
