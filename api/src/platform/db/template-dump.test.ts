import { copyFileSync, renameSync } from 'node:fs';
import { openDatabase } from './index.ts';
import { templateDump } from './template-dump.ts';

describe('the template dump', () => {
  it('can be replaced by other processes while it is read', async () => {
    const file = await templateDump();
    const replace = () => {
      copyFileSync(file, `${file}.${process.pid}`);
      renameSync(`${file}.${process.pid}`, file);
    };
    const opening = Promise.all(Array.from({ length: 3 }, () => openDatabase({})));
    replace();
    const replacing = setInterval(replace, 25);
    try {
      const opened = await opening;
      expect(opened.map(({ engine }) => engine)).toEqual(['pglite', 'pglite', 'pglite']);
      await Promise.all(opened.map((db) => db.close()));
    } finally {
      clearInterval(replacing);
    }
  });
});
