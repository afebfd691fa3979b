import type { Dimensions } from './dimensions.ts';
import type { DemoDocument } from './documents.ts';
import type { DemoSize } from './demo-size.ts';
import type { DemoOrganisation, DemoReader } from './people.ts';
import type { Random } from './random.ts';

/** Everything that activities refer to, and their period: from the start of `from` to `now`, in milliseconds. */
export interface World {
  readonly dimensions: Dimensions;
  readonly documents: readonly DemoDocument[];
  readonly organisations: readonly DemoOrganisation[];
  readonly readers: readonly DemoReader[];
  readonly size: DemoSize;
  readonly random: Random;
  readonly from: number;
  readonly now: number;
}

/** The JSON of `engagement_detail.specifics`. */
export interface DemoSpecifics {
  readonly questions?: readonly { question: string; answer: string; answeredBy: string }[];
  readonly polls?: readonly { question: string; answers: readonly string[] }[];
  readonly surveys?: readonly { question: string; answers: readonly string[] }[];
  readonly registrationQuestions?: readonly { question: string; answer: string }[];
  readonly notes?: string;
}

/** One activity before it is a row; codes as in `activities/codes.ts`. */
export interface DemoActivity {
  readonly at: number;
  readonly clientId: number;
  readonly document: DemoDocument;
  readonly reader: DemoReader;
  readonly activityType: number;
  readonly source: number;
  readonly status: number;
  readonly quality: number | null;
  readonly newsletterId: number | null;
  /** The reader's organization at the time, if it was not today's. */
  readonly organisationId?: number;
  readonly specifics?: DemoSpecifics;
  /** The reason of a planned rejection; other rejections get one when the row is written. */
  readonly rejectReason?: number;
}
