// Creates, changes and ends the mails of pages of a person.
import type { CallData, CallInput, Calls, PageMail, PageMailInput } from '@readerlens/contract';
import {
  fixedDatesMessage,
  marketingPages,
  maxPageMails,
  pageMailDayNames,
  pageMailTime,
} from '@readerlens/contract/marketing-pages';
import type { PageChoice } from '@readerlens/contract/marketing-pages';
import { activityTypesMessage, missingMessage } from '@readerlens/contract/messages';
import { formatDay } from '@readerlens/filters/model';
import type { FilterModel } from '@readerlens/filters/model';
import type { Transaction } from 'kysely';
import { checkSides, selectSides } from '../../../activities/comparison/sides.ts';
import type { Sides } from '../../../activities/comparison/sides.ts';
import type { MarketingSelection } from '../../../activities/marketing-selection.ts';
import { answerWith, checkedWithout, readModel } from '../../../activities/searches/filter-input.ts';
import { readNamedLists } from '../../../activities/account-lists/filtered-lists.ts';
import { selectEngagements } from '../../../activities/select-engagements.ts';
import type { SelectOptions } from '../../../activities/select-engagements.ts';
import type { Session } from '../../../people/session.ts';
import type { Services } from '../../../people/services.ts';
import { auditedIdentities } from '../../../platform/audit.ts';
import type { Schema } from '../../../platform/db/index.ts';
import type { Weekday } from '../../../platform/db/job-tables.ts';
import { conflict, invalidInput, noSuchThing } from '../../../platform/http/errors.ts';
import { deleteSchedule, hasOpenRun, saveSchedule } from '../../../platform/jobs/index.ts';
import type { SlotRule } from '../../../platform/jobs/index.ts';
import { canonicalTimeZone } from '../../../platform/time-zone.ts';
import { refuseWithoutFeature } from '../data-access.ts';
import { listPageMails, lockPageMail, pageMailKindName } from './page-mail.store.ts';
import type { PageMailRow } from './page-mail.store.ts';
import { createPageMailViews } from './page-mail-view.ts';

type Change = CallInput<Calls['PATCH /api/marketing-performance/page-mails/{id}']>['body'];
type Saved = CallData<Calls['POST /api/marketing-performance/page-mails']>;
type Scheduled = Pick<PageMailRow, 'is_paused' | 'sends_on' | 'time_zone'>;

const noSuchMail = () => noSuchThing('scheduled email');

export const buildPageMailSchedule = (id: string, { sends_on, time_zone, is_paused }: Scheduled) => {
  const rule: SlotRule =
    sends_on === 'FirstOfMonth'
      ? { every: 'month', day: 1, at: pageMailTime }
      : { every: 'week', days: [(pageMailDayNames.indexOf(sends_on) + 1) as Weekday], at: pageMailTime };
  return { kind: pageMailKindName, ownerId: id, rule, timeZone: time_zone, isActive: !is_paused };
};

const readTimeZone = (name: string): string => {
  const zone = canonicalTimeZone(name);
  if (zone === undefined) throw invalidInput('timeZone', missingMessage('time zone'));
  return zone;
};

/**
 * The activities of a page today.
 * @throws AppError 400 for filters that the page refuses, and for dates with which it says the same each time
 */
const selectPage = (
  { filters, indices }: FilterModel,
  { scope, blinded }: Session,
  options: Pick<SelectOptions, 'catalogue' | 'lists' | 'now'>,
): MarketingSelection => {
  if (filters.some(({ $type }) => $type === 'DateRange')) throw invalidInput('filters', fixedDatesMessage);
  const denied = indices.filter((type) => !scope.activityTypes.includes(type));
  if (denied.length > 0) throw invalidInput('activityTypes', activityTypesMessage(denied));
  const selection = selectEngagements(
    { filters, activityTypes: indices },
    { ...options, scope, blinded, form: 'dashboard' },
  );
  return { ...selection, today: formatDay(options.now) };
};

export const createPageMails = (services: Services) => {
  const { audit, catalogue, config, db, jobs } = services;
  const show = createPageMailViews(services);

  const view = async (id: string, session: Session): Promise<PageMail> => {
    const [shown] = await show(await listPageMails(db, session.user.id, id), session);
    if (!shown) throw noSuchMail();
    return shown;
  };

  /** @throws AppError 400 for sides that cannot be compared */
  const checkComparison = async (
    { page, choice = {} }: Pick<PageMailInput, 'choice' | 'page'>,
    { filters }: FilterModel,
    selection: MarketingSelection,
    session: Session,
  ): Promise<void> => {
    if (page !== 'comparison' || choice.sides === undefined) return;
    const sides: Sides = choice.sides;
    checkSides(sides, session);
    await selectSides({ kysely: db.kysely, selection, session, body: { ...sides, filters } });
  };

  /** Makes a change of a mail of the caller, which the audit log has. */
  const change = (
    id: string,
    session: Session,
    action: 'page-mail.delete' | 'page-mail.send' | 'page-mail.update',
    work: (trx: Transaction<Schema>, mail: PageMailRow) => Promise<unknown>,
  ): Promise<void> => {
    refuseWithoutFeature({ config });
    return db.transaction(async (trx) => {
      const mail = await lockPageMail(trx, { id, ownerId: session.user.id });
      if (!mail) throw noSuchMail();
      await work(trx, mail);
      const detail = { id: mail.id, page: marketingPages[mail.page].title };
      await audit.record({ ...auditedIdentities(session), action, detail }, trx);
    });
  };

  return {
    async list(session: Session): Promise<PageMail[]> {
      refuseWithoutFeature({ config });
      return show(await listPageMails(db, session.user.id), session);
    },

    async create(body: PageMailInput, session: Session): Promise<Saved> {
      refuseWithoutFeature({ config });
      const owner_id = session.user.id;
      const time_zone = readTimeZone(body.timeZone);
      const input = { filters: body.filters, indices: body.activityTypes };
      const fields = await catalogue();
      const { blinded } = session;
      const { model, dropped } = readModel(input, { owner: session, catalogue: fields, blinded });
      const lists = await readNamedLists(db.kysely, [model.filters]);
      const options = { catalogue: fields, lists, now: jobs.clock() };
      const selection = checkedWithout(dropped, () => selectPage(model, session, options));
      await checkComparison(body, model, selection, session);
      const choice: PageChoice = body.choice ?? {};
      const schedule = { sends_on: body.sendsOn, time_zone, is_paused: false };
      const id = await db.transaction(async (trx) => {
        const now = jobs.clock();
        const { total } = await trx
          .selectFrom('page_mail')
          .select(({ fn }) => fn.countAll<number>().as('total'))
          .where('owner_id', '=', owner_id)
          .executeTakeFirstOrThrow();
        if (total >= maxPageMails)
          throw conflict(`There can be ${maxPageMails} scheduled emails. End one that you no longer read.`);
        const added = await trx
          .insertInto('page_mail')
          .values({
            ...schedule,
            owner_id,
            page: body.page,
            filters: JSON.stringify(model.filters),
            activity_types: [...model.indices],
            choice: JSON.stringify(choice),
            created_at: now,
            updated_at: now,
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        await saveSchedule(trx, buildPageMailSchedule(added.id, schedule), now);
        const detail = { id: added.id, page: marketingPages[body.page].title };
        await audit.record({ ...auditedIdentities(session), action: 'page-mail.create', detail }, trx);
        return added.id;
      });
      return answerWith(await view(id, session), dropped);
    },

    async change(id: string, { sendsOn, timeZone, isPaused }: Change, session: Session): Promise<PageMail> {
      const zone = timeZone === undefined ? undefined : readTimeZone(timeZone);
      await change(id, session, 'page-mail.update', async (trx, mail) => {
        const now = jobs.clock();
        const schedule = {
          sends_on: sendsOn ?? mail.sends_on,
          time_zone: zone ?? mail.time_zone,
          is_paused: isPaused ?? mail.is_paused,
        };
        await trx
          .updateTable('page_mail')
          .set({ ...schedule, updated_at: now })
          .where('id', '=', mail.id)
          .execute();
        await saveSchedule(trx, buildPageMailSchedule(mail.id, schedule), now);
      });
      return view(id, session);
    },

    /** Queues a run of now. */
    send(id: string, session: Session): Promise<void> {
      return change(id, session, 'page-mail.send', async (trx, mail) => {
        if (await hasOpenRun(trx, pageMailKindName, mail.id))
          throw conflict('This email is being sent already.');
        const slotKey = `now ${jobs.clock().toISOString()}`;
        await jobs.add(trx, { kind: pageMailKindName, ownerId: mail.id, slotKey });
      });
    },

    remove(id: string, session: Session): Promise<void> {
      return change(id, session, 'page-mail.delete', async (trx, mail) => {
        await trx.deleteFrom('page_mail').where('id', '=', mail.id).execute();
        await deleteSchedule(trx, pageMailKindName, mail.id);
      });
    },
  };
};
