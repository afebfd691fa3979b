import svgpath from 'svgpath';

const gridSize = 24;

/** Its type does not declare the error that it keeps. */
const parse = (path: string) => svgpath(path) as ReturnType<typeof svgpath> & { readonly err: string };

/** The points at which the parts of a path begin and end, as numbers of both axes. */
const listPoints = (path: string): number[] => {
  const points: number[] = [];
  parse(path)
    .abs()
    .unshort()
    .iterate((segment, _index, x, y) => {
      const [, ...numbers] = segment as [string, ...number[]];
      // The end of a horizontal or vertical line is one number; before come control points, or the radii of an arc.
      points.push(x, y, ...numbers.slice(-2));
    });
  return points;
};

/** What is wrong with the path data of an icon, as the rest of a sentence; undefined if it can be drawn. */
export const findPathProblem = (path: string): string | undefined => {
  const { err } = parse(path);
  if (err) return `is not SVG path data: ${err.replace(/^SvgPath: /, '')}`;
  const outside = listPoints(path).find((value) => value < 0 || value > gridSize);
  if (outside === undefined) return undefined;
  return `reaches ${outside}; an icon is drawn on a grid of ${gridSize} by ${gridSize}`;
};
