// The parts of an xlsx file other than its sheets and shared strings.

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaging = 'http://schemas.openxmlformats.org/package/2006';
const spreadsheetml = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

export const xlsxMediaType = `${spreadsheetml}.sheet`;

export const sharedStringsPath = 'xl/sharedStrings.xml';
export const sheetPath = (index: number): string => `xl/worksheets/sheet${index + 1}.xml`;

const contentTypes = (count: number): string => {
  const part = (path: string, kind: string) =>
    `<Override PartName="/${path}" ContentType="${spreadsheetml}.${kind}+xml"/>`;
  const sheets = Array.from({ length: count }, (_, index) => part(sheetPath(index), 'worksheet'));
  return `${declaration}<Types xmlns="${packaging}/content-types"><Default Extension="rels" \
ContentType="application/vnd.openxmlformats-package.relationships+xml"/>\
${part('xl/workbook.xml', 'sheet.main')}${part('xl/styles.xml', 'styles')}\
${part(sharedStringsPath, 'sharedStrings')}${sheets.join('')}</Types>`;
};

const relation = (id: number, kind: string, target: string) =>
  `<Relationship Id="rId${id}" Type="${relations}/${kind}" Target="${target}"/>`;

const relationships = (list: readonly string[]): string =>
  `${declaration}<Relationships xmlns="${packaging}/relationships">${list.join('')}</Relationships>`;

const workbook = (names: readonly string[]): string => {
  const sheets = names.map(
    (name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  return `${declaration}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${sheets.join('')}</sheets></workbook>`;
};

/** The styles by index: plain, bold heading, text that is never a formula, date and time, whole percents. */
const styles = `${declaration}<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" \
formatCode="mm/dd/yyyy\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>\
<font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill>\
<fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders>\
<cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/>\
<xf xfId="0" quotePrefix="1"/><xf xfId="0" numFmtId="164" applyNumberFormat="1"/>\
<xf xfId="0" numFmtId="9" applyNumberFormat="1"/></cellXfs>\
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

/** These parts by path. */
export const workbookParts = (names: readonly string[]): Readonly<Record<string, string>> => ({
  '[Content_Types].xml': contentTypes(names.length),
  '_rels/.rels': relationships([relation(1, 'officeDocument', 'xl/workbook.xml')]),
  'xl/workbook.xml': workbook(names),
  'xl/_rels/workbook.xml.rels': relationships([
    ...names.map((_, index) => relation(index + 1, 'worksheet', sheetPath(index).slice(3))),
    relation(names.length + 1, 'styles', 'styles.xml'),
    relation(names.length + 2, 'sharedStrings', sharedStringsPath.slice(3)),
  ]),
  'xl/styles.xml': styles,
});
