import { mainStory } from '../commands/rotation.ts';
import { expect, test } from '../fixtures.ts';

test(
  'the browser runs with the features that Playwright disables, and without hidden pages',
  { tag: mainStory },
  async ({ browser }) => {
    const session = await browser.newBrowserCDPSession();
    const { commandLine } = await session.send('SystemInfo.getInfo');
    const flags = [...commandLine.matchAll(/--disable-features=(\S+)/g)].map(
      (match) => match[1]?.split(',') ?? [],
    );
    const last = flags.at(-1) ?? [];
    expect(last).toContain('WebUIOmniboxPopup');
    expect(flags.flat().filter((feature) => !last.includes(feature))).toEqual([]);
  },
);
