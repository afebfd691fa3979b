import { describeOnOneEngine } from '../../platform/testing/index.ts';
import { drawnRows, pdfPages } from '../../outputs/activity-sheet/testing/pdf-text.ts';
import { sheetWorld } from '../../outputs/activity-sheet/testing/sheet-world.ts';

/** Texts and what their lines contain from left to right, as a reader sees it. */
const scripts: readonly (readonly [name: string, text: string, fromLeft?: string])[] = [
  ['Latin with accents', 'Größer Żółć Ñandú'],
  ['Greek', 'Ωμέγα Καλημέρα'],
  ['Cyrillic', 'Юлия Щука'],
  ['Vietnamese', 'Nguyễn Thị Hồng Đức'],
  ['simplified Chinese', '李小龙 汉语简体'],
  ['traditional Chinese', '陳學勤 繁體龜'],
  ['a rare character beyond 16 bits', '𠮷野家'],
  ['Japanese', '田中さくら カタカナ'],
  ['Korean', '김민준 한국어'],
  ['Hindi', 'नरेंद्र क्षत्रिय श्री किताब'],
  ['Bengali and Tamil vowels around a letter', 'কো கொடு'],
  ['Thai', 'สมชาย น้ำ ผู้ใหญ่'],
  ['Khmer and Burmese', 'កើ មោ မြန်မာ'],
  ['Hebrew', 'יוסף כהן', 'ןהכ ףסוי'],
  ['Hebrew with vowels', 'שָׁלוֹם', Array.from('שָׁלוֹם').toReversed().join('')],
  ['Arabic', 'محمد عبد', 'دبع دمحم'],
  ['Hebrew with Latin and digits', 'שלום Anna 123 (עולם)', '(םלוע) Anna 123 םולש'],
  ['Latin with Hebrew and digits', 'Anna שלום 123', 'Anna 123 םולש'],
  ['emoji', '😀 ❤️ 🇩🇪 1️⃣ 👍🏽'],
  ['joined emoji', '👩‍🚀 👨‍👩‍👧‍👦'],
  ['combining marks without a letter of their own', 'x̂ ȩ̃ q̃'],
  ['decomposed letters, as in file names of some systems', 'café 한글 が'.normalize('NFD'), 'café 한글 が'],
  ['full-width forms', 'Ｆｕｌｌ，（ｗ）'],
  ['a private-use code point', 'Anna \uE000 Berg', 'Anna [U+E000] Berg'],
  ['an unassigned code point', '\u{3FFFF}漢', '[U+3FFFF]漢'],
  ['a control character', 'be\u0007fore\tand after', 'be[U+0007]fore and after'],
];

describeOnOneEngine('the scripts of the PDF of activities', (db) => {
  const world = sheetWorld(db);

  const exportPdf = async (notes: readonly string[], title = 'Perfusion') => {
    const documentId = await world().addDocument({ clientId: world().clientId, title });
    const id = await world().share({ documentId, specifics: notes.join('\n') });
    const answer = await world().app.inject({
      method: 'POST',
      url: '/api/analytics/export-pdf',
      headers: { authorization: `Bearer ${await world().staff()}` },
      payload: { itemIds: [id] },
    });
    expect(answer.statusCode).toBe(200);
    return answer.rawPayload;
  };
  const readNotes = async (content: Uint8Array, count: number) => {
    const rows = (await drawnRows(content)).filter((row) => !row.endsWith('(continued)'));
    const from = rows.indexOf('Specifics') + 1;
    return rows.slice(from, from + count);
  };

  it('draws every text in the order that a reader expects, and the number of what no font has', async () => {
    const content = await exportPdf(
      scripts.map(([, text]) => text),
      '漢字 שלום 😀',
    );
    const rows = await readNotes(content, scripts.length);
    for (const [index, [name, text, fromLeft = text]] of scripts.entries())
      expect([name, rows[index]]).toEqual([name, fromLeft.normalize('NFC')]);
    expect(await drawnRows(content)).toContain('CONTENT TITLE漢字 םולש 😀');
    const copied = (await pdfPages(content))
      .flatMap(({ lines }) => lines)
      .join('')
      .normalize('NFC');
    for (const word of ['क्षत्रिय', 'น้ำ', 'יוסף', 'محمد', '李小龙', '👩‍🚀', 'কো']) expect(copied).toContain(word);
    expect(content.byteLength).toBeLessThan(400_000);
  });

  it('breaks lines between words without spaces or else within a long word, and loses no character', async () => {
    const texts = [
      '改行の位置は単語の間でなければなりません。'.repeat(12),
      'สวัสดีครับนี่คือข้อความภาษาไทยที่ยาวมาก'.repeat(8),
      'ա'.repeat(200),
    ];
    const rows = await readNotes(await exportPdf(texts), 99);
    const lines = rows.slice(
      0,
      rows.findIndex((row) => row.startsWith('Need help?')),
    );
    expect(lines.length).toBeGreaterThan(texts.length * 2 - 1);
    expect(lines.join('')).toBe(texts.join(''));
    expect(lines.filter((line) => /^[。\p{M}\s]/u.test(line))).toEqual([]);
  });

  it('has no other font for Latin, Greek and Cyrillic text, and only used characters of one for Chinese names', async () => {
    const plain = await exportPdf(['Größer Ωμέγα Юлия']);
    const chinese = await exportPdf(['李小龙, 陳學勤']);
    const isOther = (content: Uint8Array) => Buffer.from(content).includes('/READER+');
    expect([isOther(plain), isOther(chinese)]).toEqual([false, true]);
    expect(chinese.byteLength - plain.byteLength).toBeLessThan(50_000);
  });
});
