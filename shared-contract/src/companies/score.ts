// The engagement score of an organization. No schema library here.

/** Organizations with fewer engagements have no score: from 1 to 2 is no pattern. */
export const scoreMinimum = 5;
/** Recency and frequency look at the last weeks of the range, or at all of a shorter one. */
export const scoreWeeks = 12;
/** The most points of each part. */
export const mostPartPoints = 25;
/** As many readers have all points of their part. */
export const readersForAllPoints = 10;

export const scoreParts = ['recency', 'frequency', 'breadth', 'depth'] as const;
export type ScorePart = (typeof scoreParts)[number];

/** What a score is computed from: engagements within the filters. */
export interface ScoreFacts {
  readonly engagements: number;
  readonly readers: number;
  /** From the last engagement to the end of the range. */
  readonly daysSinceLast: number;
  /** Weeks with an engagement, counted back from the end of the range. */
  readonly activeWeeks: number;
  /** Engagements with documents of these stages of the buyer's journey. */
  readonly middleStage: number;
  readonly lateStage: number;
}

/** The part of the range that recency and frequency look at. */
export interface ScoreWindow {
  readonly days: number;
  readonly weeks: number;
}

export type Score = Readonly<Record<ScorePart, number>> & {
  /** The sum of the parts, 0 to 100. */
  readonly total: number;
};

/** The share of a part as two whole numbers: a quotient alone would round 2.5 points up or down by how it was computed. */
const shares: Readonly<
  Record<ScorePart, (facts: ScoreFacts, window: ScoreWindow) => readonly [part: number, whole: number]>
> = {
  recency: ({ daysSinceLast }, { days }) => [days - daysSinceLast, days],
  frequency: ({ activeWeeks }, { weeks }) => [activeWeeks, weeks],
  breadth: ({ readers }) => [readers, readersForAllPoints],
  depth: ({ middleStage, lateStage, engagements }) => [middleStage + 2 * lateStage, 2 * engagements],
};

/** The score, or null with too few engagements. Parts are whole points, so that they add up to what is shown. */
export const computeScore = (facts: ScoreFacts, window: ScoreWindow): Score | null => {
  if (facts.engagements < scoreMinimum) return null;
  const score = (name: ScorePart) => {
    const [part, whole] = shares[name](facts, window);
    return Math.round((mostPartPoints * Math.min(whole, Math.max(0, part))) / whole);
  };
  const parts = {
    recency: score('recency'),
    frequency: score('frequency'),
    breadth: score('breadth'),
    depth: score('depth'),
  };
  return { ...parts, total: scoreParts.reduce((sum, part) => sum + parts[part], 0) };
};

/** What each part is, in words; `shares` above is the formula. */
export const scorePartWords: Readonly<
  Record<ScorePart, { readonly label: string; readonly meaning: string }>
> = {
  recency: {
    label: 'Recency',
    meaning: `All points for an engagement on the last day of the date range, none after ${scoreWeeks} weeks without one`,
  },
  frequency: {
    label: 'Frequency',
    meaning: `The share of the last ${scoreWeeks} weeks of the date range that have an engagement`,
  },
  breadth: { label: 'Breadth', meaning: `All points from ${readersForAllPoints} readers on` },
  depth: {
    label: 'Depth',
    meaning: "The share of engagements late in the buyer's journey; those in its middle count half",
  },
};

/** The formula in a sentence. */
export const scoreMeaning = `0 to 100: recency, frequency, breadth and depth, at most ${mostPartPoints} points each. Organizations with fewer than ${scoreMinimum} engagements have none`;
