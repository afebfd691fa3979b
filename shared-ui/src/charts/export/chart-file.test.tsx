import { chartSvg } from './chart-file.ts';

/** The lines of the heading of a chart 400 px wide. */
const readHeading = async (title: string): Promise<string[]> => {
  const plot = document.createElement('div');
  plot.getBoundingClientRect = () => DOMRect.fromRect({ width: 400, height: 200 });
  const svg = await chartSvg(plot, { title, background: '#fff', ink: '#000' });
  return Array.from(svg.querySelectorAll(':scope > text'), ({ textContent }) => textContent);
};

describe('the heading of a chart file', () => {
  it.each([
    ['Latin', 'Engagements by Buyer’s Journey and Community over Time', 44],
    ['Chinese, which has no spaces and wide characters', '按买家旅程和社区划分的参与情况'.repeat(3), 25],
    ['one long word', 'a'.repeat(100), 44],
    ['joined emoji', '👩‍🚀'.repeat(40), 25],
  ])('is complete and fits for %s', async (_, title, fitting) => {
    const lines = await readHeading(title);
    expect(lines.join('').replace(/\s/gu, '')).toBe(title.replace(/\s/gu, ''));
    for (const line of lines)
      expect([...new Intl.Segmenter('en').segment(line)].length).toBeLessThanOrEqual(fitting);
    expect(lines.length).toBeGreaterThan(1);
  });
});
