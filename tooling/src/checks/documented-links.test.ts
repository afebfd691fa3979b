// A package has a copy of docs/: what its pages link to is in that folder, and has the heading that a link names.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../paths.ts';

const docs = path.join(repositoryRoot, 'docs');
const pages = readdirSync(docs, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
const read = (page: string) => readFileSync(path.join(docs, page), 'utf8');

/** As GitHub makes them of headings. */
const listAnchors = (page: string): string[] =>
  Array.from(read(page).matchAll(/^#+ (.+)$/gm), ([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

const listLinks = (page: string): string[] =>
  Array.from(read(page).matchAll(/\]\(([^)\s]+)\)/g), ([, link = '']) => link).filter(
    (link) => !/^[a-z]+:/.test(link),
  );

const findProblem = (page: string, link: string): string | undefined => {
  const [file = '', anchor] = link.split('#');
  const target = file === '' ? page : path.join(path.dirname(page), file);
  if (target.startsWith('..')) return 'is outside of docs';
  if (!existsSync(path.join(docs, target))) return 'does not exist';
  return anchor === undefined || listAnchors(target).includes(anchor) ? undefined : 'has no such heading';
};

it('lead to files in docs, and to their headings', () => {
  const links = pages.flatMap((page) => listLinks(page).map((link) => ({ page, link })));
  expect(links.length).toBeGreaterThan(100);
  expect(
    links.flatMap(({ page, link }) => {
      const problem = findProblem(page, link);
      return problem === undefined ? [] : [`${page}: ${link} ${problem}`];
    }),
  ).toEqual([]);
});
