import { copyFileSync, renameSync } from 'node:fs';
import { openDatabase } from './index.ts';
import { templateDump } from './template-dump.ts';

describe('the template dump', () => {
  it('can be replaced by other processes while it is read', async () => {
    const file = await templateDump();
    let replaced = 0;
    const replacing = setInterval(() => {
      copyFileSync(file, `${file}.${process.pid}`);
      renameSync(`${file}.${process.pid}`, file);
      replaced += 1;
    }, 25);
    try {
      const opened = await Promise.all(Array.from({ length: 3 }, () => openDatabase({})));
      await Promise.all(opened.map((db) => db.close()));
    } finally {
      clearInterval(replacing);
    }
    expect(replaced).toBeGreaterThan(0);
  });
});
