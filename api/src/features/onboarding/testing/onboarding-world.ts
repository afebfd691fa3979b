import type { CallKey, OnboardingForm } from '@readerlens/contract';
import { activityWorld } from '../../../activities/testing/activity-world.ts';
import type { Database } from '../../../platform/db/index.ts';
import { addUser } from '../../../platform/testing/index.ts';
import type { TestResponse } from '../../../platform/testing/index.ts';
import { boundary, formBody } from './upload-content.ts';

export type Person = 'staff' | 'owner' | 'colleague';

/** A form of a client, with the people around it. */
export const onboardingWorld = (
  db: () => Database,
  environment: Parameters<typeof activityWorld>[1] = {},
) => {
  const world = activityWorld(db, environment);
  let count = 0;
  const state = { clientId: 0, formId: '', ownerEmail: '', ownerId: 0 };
  const tokens: Record<Person, string> = { staff: '', owner: '', colleague: '' };

  beforeEach(async () => {
    count += 1;
    state.clientId = await world().add('client', { name: `Norvane ${count}` });
    state.ownerEmail = `owner${count}@norvane.example`;
    tokens.staff = await world().tokenOf({ role: 'Internal' });
    tokens.colleague = await world().tokenOf({ role: 'Client', clients: [state.clientId] });
    const owner = await addUser(db(), {
      role: 'Client',
      email: state.ownerEmail,
      first_name: 'Ada',
      last_name: 'Owner',
      password_hash: 'x',
      registered_at: new Date('2026-01-01'),
    });
    state.ownerId = owner.id;
    tokens.owner = await world().tokenFor(owner);
    const created = await send('POST /api/onboarding', 'staff', { body: newForm() });
    expect([created.status, created.body.message]).toEqual([
      200,
      `The Onboarding form has been generated and an email has been sent to ${state.ownerEmail}`,
    ]);
    state.formId = created.body.data as string;
  });

  const newForm = (more: object = {}) => ({
    name: 'Ada Owner',
    email: state.ownerEmail,
    sentFromName: 'Readerlens Weekly',
    senderEmail: 'renee@readerlens.example',
    companyId: String(state.clientId),
    ...more,
  });

  const send = (call: CallKey, by: Person, parts: object = {}): Promise<TestResponse> =>
    world().call(call, { token: tokens[by], ...parts });

  /** A call about the form. */
  const onForm = (
    call: CallKey,
    by: Person,
    { params = {}, ...parts }: { params?: Readonly<Record<string, string>>; [part: string]: unknown } = {},
  ): Promise<TestResponse> =>
    send(call, by, { params: { id: state.formId, formId: state.formId, ...params }, ...parts });

  const multipart = (
    call: CallKey,
    by: Person,
    params: Readonly<Record<string, string>>,
    ...form: Parameters<typeof formBody>
  ): Promise<TestResponse> =>
    onForm(call, by, {
      params,
      body: formBody(...form),
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    });

  const read = async (by: Person): Promise<OnboardingForm> => {
    const answer = await onForm('GET /api/onboarding/{id}', by);
    expect(answer.status).toBe(200);
    return answer.body.data as OnboardingForm;
  };

  /** Fills in what is required of the owner. */
  const fillIn = async () => {
    const body = {
      contactName: 'Ada',
      contactTitle: 'Head',
      address1: 'Rheingasse 1',
      city: 'Basel',
      state: 'BS',
    };
    const saved = await onForm('PATCH /api/onboarding/{formId}/company-info', 'owner', { body });
    expect(saved.status).toBe(200);
  };

  /** Adds a content item. Returns its id. */
  const addContent = async (title = 'White paper'): Promise<string> => {
    const answer = await onForm('POST /api/onboarding/{formId}/content', 'owner', { body: { title } });
    expect(answer.status).toBe(200);
    return (answer.body.data as { id: string }).id;
  };

  return { world, state, tokens, newForm, send, onForm, multipart, read, addContent, fillIn };
};
