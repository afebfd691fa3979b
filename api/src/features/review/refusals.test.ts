import type { CallKey } from '@readerlens/contract';
import { testDatabase } from '../../platform/testing/index.ts';
import { dayBefore, lastWeek, noon, reviewWorld } from './testing/review-world.ts';

const search = 'POST /api/review-activities-search';
const exporting = 'POST /api/export-activities-review';
const deciding = 'POST /api/review-activities';
const many = (count: number, text: (index: number) => unknown) =>
  Array.from({ length: count }, (_, i) => text(i));

describe('an invalid review request is refused', () => {
  const world = reviewWorld(testDatabase());
  let token: string;
  beforeAll(async () => {
    token = await world().reviewer();
  });

  const send = async (call: CallKey, body: unknown, headers = {}) => {
    const answer = await world().call(call, { token, body, headers });
    return [answer.status, answer.body.code, answer.body.details] as const;
  };
  const filter = { status: 'Pending', ...lastWeek() };
  const compared = (...fields: unknown[]) => ({ comparedFields: fields });
  const email = { field: 'email', operation: 'Equals', value: 'a@b.example' };

  const wrongFilters: [string, Record<string, unknown>, string, string | RegExp][] = [
    ['no status', { status: undefined }, 'status', 'is required'],
    ['a status of rows', { status: 'EditAfterApproval' }, 'status', /must be one of /],
    ['no From Date', { from: undefined }, 'from', 'is required'],
    ['no To Date', { to: undefined }, 'to', 'is required'],
    ['an instant', { from: noon(1) }, 'from', /pattern/],
    ['an invalid day', { from: '2026-02-30' }, 'from', 'From Date is not a valid date.'],
    ['an invalid month', { to: '2026-13-01' }, 'to', 'To Date is not a valid date.'],
    [
      'a From Date to come',
      { from: dayBefore(-1), to: dayBefore(-2) },
      'from',
      'From Date must not be in the future.',
    ],
    [
      'days the wrong way round',
      { from: dayBefore(1), to: dayBefore(2) },
      'from',
      'From Date must not be after To Date.',
    ],
    ['an unknown source', { activitySource: 'Print' }, 'activitySource', /must be one of /],
    ['a type that is not reviewed', { activityTypes: ['Webinar'] }, 'activityTypes.0', /must be one of /],
    ['a quality of four', { quality: [4] }, 'quality.0', 'must be <= 3'],
    ['half a quality', { quality: [1.5] }, 'quality.0', 'must be integer'],
    ['communities as text', { onlines: '1' }, 'onlines', 'must be array'],
    ['too many clients', { companyIds: many(501, String) }, 'companyIds', /more than 500/],
    ['a flag as text', { secondaryOnly: 'true' }, 'secondaryOnly', 'must be boolean'],
    [
      'another compared field',
      compared({ ...email, field: 'phone' }),
      'comparedFields.0.field',
      /must be one of /,
    ],
    [
      'another comparison',
      compared({ ...email, operation: 'Like' }),
      'comparedFields.0.operation',
      /must be one of /,
    ],
    ['an empty e-mail', compared({ ...email, value: '' }), 'comparedFields.0.value', /fewer than 1/],
    [
      'a blank e-mail',
      compared(email, { ...email, value: ' ' }),
      'comparedFields.1.value',
      'The e-mail to compare is required.',
    ],
    ['too many e-mails', compared(...many(11, () => email)), 'comparedFields', /more than 10/],
    ['another condition', { inclusionCondition: 'None' }, 'inclusionCondition', /must be one of /],
    [
      'RejectedWithPrimary among initial ones',
      { status: 'RejectedWithPrimary' },
      'status',
      /Only subsequent activities/,
    ],
    [
      'RejectedWithPrimary, initial in words',
      { status: 'RejectedWithPrimary', secondaryOnly: false },
      'status',
      /^Only/,
    ],
    ['an unknown field', { colour: 'red' }, 'colour', 'is unknown'],
  ];
  const wrongPages: [string, Record<string, unknown>, string, string | RegExp][] = [
    ['page 0', { page: 0 }, 'page', 'must be >= 1'],
    ['half a page', { page: 1.5 }, 'page', 'must be integer'],
    ['another page size', { size: 20 }, 'size', /must be one of /],
    ['an unknown column', { sortCol: 'email; DROP TABLE reader' }, 'sortCol', /must be one of /],
    ['an unknown order', { sortOrder: 'DESC' }, 'sortOrder', /must be one of /],
    ['another action', { action: 'delete' }, 'action', /must be one of /],
  ];
  const at = (path: string, message: string | RegExp) =>
    expect.arrayContaining([
      { path, message: typeof message === 'string' ? message : expect.stringMatching(message) },
    ]);

  it.each([...wrongFilters, ...wrongPages])('with %s', async (_, wrong, path, message) => {
    for (const call of [search, exporting] as const)
      expect(await send(call, { ...filter, ...wrong })).toEqual([400, 'invalid_input', at(path, message)]);
  });

  it.each(wrongFilters)('in a decision on all that matches, with %s', async (_, wrong, path, message) => {
    const body = { engagementIds: [], customerRequestIds: [], status: 'Approved' };
    const matching = { ...filter, ...wrong };
    expect(await send(deciding, { ...body, matching })).toEqual([
      400,
      'invalid_input',
      at(`matching.${path}`, message),
    ]);
  });

  it('with both days named if they are in the wrong order', async () => {
    const [, , details] = await send(search, { ...filter, from: dayBefore(1), to: dayBefore(2) });
    expect(details).toEqual([
      { path: 'from', message: 'From Date must not be after To Date.' },
      { path: 'to', message: 'To Date must not be before From Date.' },
    ]);
  });

  it('unless it starts today or ends in the future', async () => {
    const body = { ...filter, from: dayBefore(0), to: dayBefore(-3) };
    expect((await world().call(search, { token, body })).status).toBe(200);
  });

  const one = { engagementIds: ['1-1'], customerRequestIds: [], status: 'Rejected' };
  const none = { ...one, engagementIds: [] };
  it.each<[string, Record<string, unknown>, string, string | RegExp]>([
    ['nothing selected', none, 'engagementIds', 'Select at least one activity.'],
    ['no list', { ...one, customerRequestIds: undefined }, 'customerRequestIds', 'is required'],
    ['an id twice', { ...one, engagementIds: ['1-1', '1-1'] }, 'engagementIds', /duplicate/],
    ['an id that is a number', { ...one, engagementIds: [1] }, 'engagementIds.0', 'must be string'],
    [
      'too many ids',
      { ...one, engagementIds: many(20_001, (i) => `1-${i}`) },
      'engagementIds',
      /more than 20000/,
    ],
    ['another decision', { ...one, status: 'Pending' }, 'status', /must be one of /],
    [
      'a start date that is none',
      { ...one, startDate: '2026-02-30' },
      'startDate',
      'The start date is not a valid date.',
    ],
    ['a start date with a time', { ...one, startDate: noon(1) }, 'startDate', /pattern/],
    ['an invalid seen status', { ...one, seen: { '1-1': 'Gone' } }, 'seen.1-1', /must be one of /],
    ['ids and a filter', { ...one, matching: filter }, 'engagementIds', /not by both/],
    [
      'ids of requests and a filter',
      { ...none, customerRequestIds: ['1-1'], matching: filter },
      'customerRequestIds',
      /not by both/,
    ],
    [
      'e-mails to exclude on approval',
      { ...one, status: 'Approved', excludedEmails: ['a@b.example'] },
      'excludedEmails',
      /only when their activities are rejected/,
    ],
    [
      'all e-mails to exclude on approval',
      { ...none, status: 'Approved', excludeEmails: true, matching: filter },
      'excludeEmails',
      /only when/,
    ],
    ['all e-mails to exclude of ids', { ...one, excludeEmails: true }, 'excludeEmails', /^Name the e-mail/],
    [
      'all e-mails and some',
      { ...none, matching: filter, excludeEmails: true, excludedEmails: ['a@b.example'] },
      'excludedEmails',
      /not both/,
    ],
    [
      'an e-mail of nobody selected',
      { ...one, excludedEmails: ['a@b.example'] },
      'excludedEmails.0',
      'None of the selected activities is of a@b.example.',
    ],
    [
      'an e-mail twice',
      { ...one, excludedEmails: ['a@b.example', 'a@b.example'] },
      'excludedEmails',
      /duplicate/,
    ],
    ['an empty e-mail', { ...one, excludedEmails: [''] }, 'excludedEmails.0', /fewer than 1/],
  ])('as a decision with %s', async (_, body, path, message) => {
    expect(await send(deciding, body)).toEqual([400, 'invalid_input', at(path, message)]);
  });

  it('when a decision exceeds the size limit', async () => {
    expect((await send(deciding, { ...one, seen: { x: 'y'.repeat(5_000_000) } }))[0]).toBe(413);
  });

  it.each(['0', '101', 'x'])('as a list of %s decisions', async (size) => {
    const { status, body } = await world().call('GET /api/review-activities/decisions', {
      token,
      query: { size },
    });
    expect([status, body.code]).toEqual([400, 'invalid_input']);
  });

  it.each<[string, CallKey, Record<string, unknown>]>([
    ['compares e-mails', search, { ...filter, ...compared(email) }],
    ['exports by e-mail', exporting, { ...filter, ...compared(email) }],
    ['excludes an e-mail', deciding, { ...one, excludedEmails: ['a@b.example'] }],
    ['excludes all e-mails', deciding, { ...none, excludeEmails: true, matching: filter }],
    ['decides by an e-mail', deciding, { ...none, matching: { ...filter, ...compared(email) } }],
  ])('when a blinded session %s', async (_, call, body) => {
    const [status, code] = await send(call, body, { 'x-readerlens-blinded': 'true' });
    expect([status, code]).toEqual([400, 'invalid_input']);
  });
});
