import type { ReviewActivity } from '../activities/activity.ts';
import type { DecisionBody, Outcome } from '../decisions/decision.ts';
import type { ReviewSearch } from '../filter/review-criteria.ts';

interface StoredDecision {
  id: string;
  body: DecisionBody;
  before: ReviewActivity[];
  reversed: boolean;
}

const hasStatus = ({ status }: ReviewActivity, wanted: ReviewSearch['status']) =>
  wanted.startsWith('Rejected') ? status === 'Rejected' : status === wanted;

const hasText = ({ documentTitle }: ReviewActivity, query: string) =>
  documentTitle.toLowerCase().includes(query.toLowerCase());

const isChanged = ({ seen }: DecisionBody, { id, status }: ReviewActivity) =>
  seen !== undefined && seen[id] !== status;

const toSkipped = ({ id }: ReviewActivity) => ({
  id,
  reason: 'changed' as const,
  message: 'Approved by Olga Berg a minute ago.',
});

const findSubject = ([first]: ReviewActivity[]) =>
  first ? { reader: first.fullName, documentTitle: first.documentTitle } : null;

/** A decision as listed in recent decisions. */
const listed = ({ id, body, before, reversed }: StoredDecision) => ({
  id,
  at: '2026-03-05T09:00:00.000Z',
  by: 'Rosa Lind',
  action: body.excludedEmails ? 'ExcludedAndRejected' : body.status,
  activities: before.length,
  emailsExcluded: body.excludedEmails?.length ?? 0,
  subject: findSubject(before),
  reversedAt: reversed ? '2026-03-05T09:05:00.000Z' : null,
  reversedBy: reversed ? 'Rosa Lind' : null,
});

/** The review calls on activities in memory, as far as the page needs them. */
export class MemoryReview {
  activities: ReviewActivity[];
  readonly decided: StoredDecision[] = [];

  constructor(activities: ReviewActivity[]) {
    this.activities = activities;
  }

  search({ status, query = '', page = 1, size = 10 }: ReviewSearch) {
    const all = this.activities.filter((one) => hasStatus(one, status) && hasText(one, query));
    return {
      items: all.slice((page - 1) * size, page * size),
      total: all.length,
      totalPages: Math.ceil(all.length / size),
    };
  }

  decide(body: DecisionBody): Outcome {
    const chosen = this.#chosen(body);
    const changed = chosen.filter((one) => !isChanged(body, one));
    const skipped = chosen.filter((one) => isChanged(body, one));
    const id = `d${this.decided.length + 1}`;
    if (changed.length > 0) this.decided.push({ id, body, before: changed, reversed: false });
    this.#put(changed.map((one) => ({ ...one, status: body.status })));
    return {
      activitiesUpdated: changed.length,
      emailsExcluded: body.excludeEmails ? changed.length : (body.excludedEmails?.length ?? 0),
      subsequentUpdated: 0,
      skippedCount: skipped.length,
      skipped: skipped.map(toSkipped),
      decisionId: changed.length > 0 ? id : null,
    };
  }

  reverse(id: string): Outcome | undefined {
    const decision = this.decided.find((one) => one.id === id);
    if (!decision) return undefined;
    decision.reversed = true;
    this.#put(decision.before);
    return {
      activitiesUpdated: decision.before.length,
      emailsExcluded: decision.body.excludedEmails?.length ?? 0,
      subsequentUpdated: 0,
      skippedCount: 0,
      skipped: [],
      decisionId: null,
    };
  }

  decisions(size: number, before: string | null) {
    const newest = this.decided.toReversed();
    const from = newest.findIndex(({ id }) => id === before) + 1;
    return newest.slice(from, from + size).map(listed);
  }

  #chosen({ matching, engagementIds, customerRequestIds }: DecisionBody): ReviewActivity[] {
    if (matching)
      return this.activities.filter(
        (one) => hasStatus(one, matching.status) && hasText(one, matching.query ?? ''),
      );
    const ids = new Set([...engagementIds, ...customerRequestIds]);
    return this.activities.filter(({ id }) => ids.has(id));
  }

  #put(changed: ReviewActivity[]) {
    const byId = new Map(changed.map((one) => [one.id, one]));
    this.activities = this.activities.map((one) => byId.get(one.id) ?? one);
  }
}
