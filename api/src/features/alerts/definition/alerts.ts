import type { Alert, AlertType, BehaviorChange, CallData, CallInput, Calls } from '@readerlens/contract';
import { defaultSchedule, disabledReasons } from '@readerlens/contract/alerts';
import { readStoredModel } from '@readerlens/filters/model';
import type { Filter } from '@readerlens/filters/model';
import { readDefaultColumns } from '../../../outputs/export/default-columns.ts';
import { scopeOfUser } from '../../../people/owner.ts';
import { changedTexts, shownTexts } from '../../../people/blinding/written-texts.ts';
import type { Owner } from '../../../people/owner.ts';
import { findActorId } from '../../../people/session.ts';
import type { Session } from '../../../people/session.ts';
import { answerWith } from '../../../activities/searches/filter-input.ts';
import type { Services } from '../../../people/services.ts';
import { auditedIdentities } from '../../../platform/audit.ts';
import { checkOpen, editableAlert, noSuchAlert, readableAlert } from './alert-access.ts';
import type { KnownAlert } from './alert-access.ts';
import {
  checkedBehavior,
  checkedFilters,
  checkedFrequency,
  checkedTexts,
  isSameModel,
  refuse,
} from './alert-input.ts';
import type { FiltersBody, FrequencyBody } from './alert-input.ts';
import { checkedSubject, isSameSubject, noSubject } from './alert-subject.ts';
import { alertView } from './alert-view.ts';
import { addAlert, setRecipients } from './alert.store.ts';
import type { AlertRow } from './alert.store.ts';
import { newDefinition, reread, saveSettings, stepAfter } from './edit-alert.ts';
import type { AlertValues } from './edit-alert.ts';
import { createAlertSchedules } from './schedule-alert.ts';
import { namesOfUnpaid } from './recipients.ts';
import { checkedTargets } from './targets.ts';
import { listAlerts } from './list-alerts.ts';

type Input<K extends keyof Calls> = CallInput<Calls[K]>;
type NewAlert = Input<'POST /api/notification'>['body'];
type SavedFilters = CallData<Calls['PUT /api/notification/{id}/filters']>;
type NameBody = Input<'PUT /api/notification/{id}/name'>['body'];
type TargetsBody = Input<'PUT /api/notification/{id}/targets'>['body'];

const isChanged = (alert: AlertRow, values: AlertValues): boolean =>
  Object.entries(values).some(([column, value]) => alert[column as keyof AlertRow] !== value);

/** Applies the rules for editing alerts. Throws AppError: 404 for alerts that the caller may not see, 400 for invalid input. */
export const createAlerts = (services: Services) => {
  const { db, catalogue, audit, jobs } = services;
  const schedules = createAlertSchedules(services);

  const show = async (known: KnownAlert, session: Session): Promise<Alert> =>
    alertView(services, await reread(services, known), session);

  /** The person whose clients and fields the alert uses. */
  const ownerOfAlert = async ({ alert }: KnownAlert): Promise<Owner> => {
    const owner = await scopeOfUser(alert.owner_id, services);
    if (!owner) throw noSuchAlert();
    return owner;
  };

  /** @throws AppError 400 for a client that is not paid for, unless an administrator has enabled the alert with it */
  const checkPaid = async (alert: AlertRow, filters: readonly Filter[], session: Session): Promise<void> => {
    if (alert.enabled_reasons & disabledReasons.NonPaidClient) return;
    const names = await namesOfUnpaid(services, filters, session);
    if (names.length > 0) refuse('filters', `Remove the clients that are not paid for: ${names.join(', ')}.`);
  };

  return {
    list: listAlerts(services),

    get: async (id: string, session: Session): Promise<Alert> =>
      alertView(services, await readableAlert(services, id, session), session),

    create: async (body: NewAlert, session: Session): Promise<string> => {
      const texts = checkedTexts(body);
      const owner: Owner = session;
      const columns = await readDefaultColumns(db, owner);
      const type: AlertType = body.type;
      const subject = await checkedSubject(services, body, noSubject, owner.scope);
      return db.transaction(async (trx) => {
        const by = findActorId(session);
        const now = jobs.clock();
        const id = await addAlert(trx, {
          ...texts,
          ...subject,
          type,
          owner_id: session.user.id,
          frequency: defaultSchedule.frequency,
          day_of_week: defaultSchedule.dayOfWeek,
          day_of_month: defaultSchedule.dayOfMonth,
          export_columns: columns.map(({ field }) => field),
          created_at: now,
          created_by: by,
          updated_at: now,
          updated_by: by,
        });
        await setRecipients(trx, id, [{ userId: session.user.id, isEmailSubscribed: true, role: 'Admin' }]);
        const detail = { id, type };
        await audit.record(
          { ...auditedIdentities(session), action: 'alert.create', accountId: session.user.id, detail },
          trx,
        );
        return id;
      });
    },

    rename: async (id: string, body: NameBody, session: Session): Promise<Alert> => {
      const known = await editableAlert(services, id, session);
      const { alert } = known;
      const texts = checkedTexts(body);
      const values = {
        ...changedTexts(alert, shownTexts('Alert', alert.id, alert, session), texts),
        last_step: stepAfter(alert, 'Begin'),
      };
      await saveSettings(services, known, session, { changed: 'name', version: body.version, values });
      return show(known, session);
    },

    setFilters: async (
      id: string,
      body: FiltersBody & { version?: number },
      session: Session,
    ): Promise<SavedFilters> => {
      const known = await editableAlert(services, id, session);
      const { alert } = known;
      const [owner, fields] = await Promise.all([ownerOfAlert(known), catalogue()]);
      const context = { owner, catalogue: fields, blinded: session.blinded };
      const { model, dropped } = checkedFilters(body, alert, context);
      const subject = await checkedSubject(services, body, alert, owner.scope);
      const isSame =
        isSameModel(model, readStoredModel(alert, fields), fields) && isSameSubject(subject, alert);
      await checkPaid(alert, model.filters, session);
      const next = { ...alert, filters: model.filters };
      // The schedule knows the client of an alert about one.
      const effects = alert.schedule_active ? { effects: await schedules.scheduling(next, true) } : {};
      await saveSettings(services, known, session, {
        changed: 'filters',
        version: body.version,
        values: {
          filters: JSON.stringify(model.filters),
          indices: [...model.indices],
          ...subject,
          last_step: stepAfter(alert, 'DefineFilters'),
          ...(isSame ? {} : newDefinition(alert, jobs.clock())),
        },
        ...effects,
        leadsTo: { filters: model.filters },
      });
      return answerWith(await show(known, session), dropped);
    },

    setBehavior: async (id: string, body: BehaviorChange, session: Session): Promise<Alert> => {
      const known = await editableAlert(services, id, session);
      const { alert } = known;
      const values = checkedBehavior(body, alert);
      checkOpen(known, 'BehaviorChange');
      await saveSettings(services, known, session, {
        changed: 'behavior',
        version: body.version,
        values: {
          ...values,
          last_step: stepAfter(alert, 'BehaviorChange'),
          ...(isChanged(alert, values) ? newDefinition(alert, jobs.clock()) : {}),
        },
      });
      return show(known, session);
    },

    setTargets: async (id: string, body: TargetsBody, session: Session): Promise<Alert> => {
      const known = await editableAlert(services, id, session);
      checkOpen(known, 'SetAlert');
      const targets = await checkedTargets(services, known, body.targets, session);
      const report = await schedules.buildReport(known, session, targets);
      await saveSettings(services, known, session, {
        changed: 'recipients',
        version: body.version,
        values: report.isInvalid ? {} : { last_step: stepAfter(known.alert, 'SetAlert') },
        effects: (trx) => setRecipients(trx, id, targets),
        leadsTo: { recipients: targets },
      });
      return show(known, session);
    },

    setFrequency: async (id: string, body: FrequencyBody, session: Session): Promise<Alert> => {
      const known = await editableAlert(services, id, session);
      const { alert } = known;
      const owner = await ownerOfAlert(known);
      const values = checkedFrequency(body, alert, owner);
      checkOpen(known, 'Frequency');
      const { version } = body;
      await schedules.setFrequency(known, session, { values, version, isActive: body.activateSchedule });
      return show(known, session);
    },

    complete: async (id: string, session: Session) => show(await schedules.complete(id, session), session),
    activate: async (id: string, session: Session) => show(await schedules.activate(id, session), session),
    deactivate: async (id: string, session: Session) =>
      show(await schedules.deactivate(id, session), session),
    snooze: async (id: string, until: string | null, session: Session) =>
      show(await schedules.snooze(id, until, session), session),
    enable: async (id: string, session: Session) => show(await schedules.enable(id, session), session),
    remove: schedules.remove,
  };
};
