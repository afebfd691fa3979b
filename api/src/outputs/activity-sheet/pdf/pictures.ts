// The icons of a sheet, drawn as lines in boxes of 24 by 24 and scaled when placed.
import type { ActivityType, Stage } from '@readerlens/contract/vocabulary';
import type { jsPDF } from 'jspdf';
import type { Badge } from '../sheet.ts';
import { ink, styles, use } from './paper.ts';

export interface Place {
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

type Stroke = readonly (readonly [number, number])[];

const round = 1;

const strokes = (doc: jsPDF, { x, y, size }: Place, lines: readonly Stroke[], box = 24): void => {
  const scale = size / box;
  for (const line of lines) {
    line.forEach(([toX, toY], index) => {
      if (index === 0) doc.moveTo(x + toX * scale, y + toY * scale);
      else doc.lineTo(x + toX * scale, y + toY * scale);
    });
    doc.stroke();
  }
};

const pen = (doc: jsPDF, color: string, width: number): void => {
  doc.setDrawColor(color).setLineWidth(width).setLineCap(round).setLineJoin(round);
};

/** A lens over three columns: the product logo. */
export const drawMark = (doc: jsPDF, place: Place): void => {
  const scale = place.size / 32;
  pen(doc, ink.accent, 3.2 * scale);
  doc.circle(place.x + 14 * scale, place.y + 14 * scale, 10.2 * scale, 'S');
  pen(doc, ink.accent, 4.2 * scale);
  strokes(
    doc,
    place,
    [
      [
        [21.6, 21.6],
        [28.2, 28.2],
      ],
    ],
    32,
  );
  pen(doc, ink.highlight, 2.7 * scale);
  const columns: Stroke[] = [
    [
      [9.8, 17],
      [9.8, 14.6],
    ],
    [
      [14, 17.6],
      [14, 9.8],
    ],
    [
      [18.2, 17],
      [18.2, 12.4],
    ],
  ];
  strokes(doc, place, columns, 32);
};

const rectangle = (left: number, top: number, right: number, bottom: number): Stroke => [
  [left, top],
  [right, top],
  [right, bottom],
  [left, bottom],
  [left, top],
];

/** A click, a tray, a screen and a calendar: the same icons as in the product. */
const typePictures: Record<ActivityType, readonly Stroke[]> = {
  Engagement: [
    [
      [9, 9],
      [21, 13.9],
      [15.7, 15.7],
      [13.9, 21],
      [9, 9],
    ],
    [
      [14, 4.1],
      [12, 6],
    ],
    [
      [5.1, 8],
      [2.2, 7.2],
    ],
    [
      [6, 12],
      [4.1, 14],
    ],
    [
      [7.2, 2.2],
      [8, 5.1],
    ],
  ],
  CustomerRequest: [
    [
      [5.6, 4.5],
      [2, 12],
      [2, 20],
      [22, 20],
      [22, 12],
      [18.4, 4.5],
      [5.6, 4.5],
    ],
    [
      [2, 12],
      [8, 12],
      [10, 15],
      [14, 15],
      [16, 12],
      [22, 12],
    ],
  ],
  Webinar: [
    [
      [2, 3],
      [22, 3],
    ],
    [
      [3, 3],
      [3, 16],
      [21, 16],
      [21, 3],
    ],
    [
      [7, 21],
      [12, 16],
      [17, 21],
    ],
  ],
  Event: [
    rectangle(3, 4, 21, 22),
    [
      [3, 10],
      [21, 10],
    ],
    [
      [8, 2],
      [8, 6],
    ],
    [
      [16, 2],
      [16, 6],
    ],
    [
      [8, 14],
      [9, 14],
    ],
    [
      [12, 14],
      [13, 14],
    ],
    [
      [16, 14],
      [17, 14],
    ],
    [
      [8, 18],
      [9, 18],
    ],
    [
      [12, 18],
      [13, 18],
    ],
  ],
};

const stageSteps: Record<Stage, number> = { Early: 1, Middle: 2, Late: 3, Unclassified: 0 };

/** Three dots, some of them filled. */
const drawStage = (doc: jsPDF, { x, y, size }: Place, stage: Stage): void => {
  const radius = size / 7.5;
  for (const index of [0, 1, 2]) {
    doc.setFillColor(index < stageSteps[stage] ? ink.accent : ink.empty);
    doc.circle(x + radius + index * (size / 2 - radius), y + size / 2, radius, 'F');
  }
};

const drawQuality = (doc: jsPDF, { x, y, size }: Place, quality: number): void => {
  doc.setFillColor(ink.accentSubtle).roundedRect(x, y, size, size, 2.5, 2.5, 'F');
  use(doc, styles.badge);
  doc.text(String(quality), x + size / 2, y + size / 2 + styles.badge.size * 0.36, { align: 'center' });
};

/** The icon before a value. */
export const drawBadge = (doc: jsPDF, place: Place, badge: Badge): void => {
  if (badge.kind === 'stage') return drawStage(doc, place, badge.stage);
  if (badge.kind === 'quality') return drawQuality(doc, place, badge.quality);
  pen(doc, ink.accent, (1.9 * place.size) / 24);
  strokes(doc, place, typePictures[badge.type]);
};
