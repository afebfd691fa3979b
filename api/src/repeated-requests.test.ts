// Somebody whose answer was lost asks again, and nothing is there twice.
import { attemptHeader, blindedHeader, calls, callsDoneOnce } from '@readerlens/contract';
import type { CallKey } from '@readerlens/contract';
import { createUuid } from '@readerlens/contract/uuid';
import { attachmentDays, attemptDays, mailDays } from './deadlines.ts';
import { cleanUp } from './features/operations/cleanup.ts';
import { daysAfter } from './platform/time.ts';
import { describeOnEachEngine } from './platform/testing/index.ts';
import { callWorld } from './testing/call-inputs.ts';

const once = [...callsDoneOnce] as CallKey[];

describeOnEachEngine('a repeated request', (db) => {
  const { listInputs, send, addPerson } = callWorld(db);
  const attemptWith = (key: string) => ({ [attemptHeader]: key });
  const count = async (table: 'annotation' | 'audit_event' | 'call_attempt' | 'outbox_mail') =>
    Number(
      (
        await db()
          .kysely.selectFrom(table)
          .select(({ fn }) => fn.countAll().as('count'))
          .executeTakeFirstOrThrow()
      ).count,
    );
  const readInput = (call: CallKey) => {
    const [input] = listInputs(call);
    return input!;
  };
  const note = 'POST /api/annotations';
  const addNote = (headers: Record<string, string>, text = 'Campaign starts') => {
    const input = readInput(note);
    return send(note, { ...input, body: { ...(input.body as object), text } }, headers);
  };

  it('is of calls that write', () => {
    const found = once.map((call) => calls[call] as { reads?: boolean; access: { kind: string } });
    expect(once.length).toBeGreaterThan(5);
    expect(found.filter(({ reads, access }) => reads === true || access.kind !== 'user')).toEqual([]);
  });

  it.each(once)('gets the answer of the first one, which did it: %s', async (call) => {
    const headers = attemptWith(createUuid());
    const first = await send(call, readInput(call), headers);
    expect(first).toMatchObject({ status: 200 });
    const [written, mails] = [await count('audit_event'), await count('outbox_mail')];
    expect(await send(call, readInput(call), headers)).toEqual(first);
    expect([await count('audit_event'), await count('outbox_mail')]).toEqual([written, mails]);
  });

  it.each(once)('is told so if the process was killed before its answer: %s', async (call) => {
    const key = createUuid();
    const input = readInput(call);
    // Names are unique.
    const { name, ...rest } = input.body as { readonly name?: string };
    const body = name === undefined ? rest : { ...rest, name: `Name ${key.slice(0, 8)}` };
    expect((await send(call, { ...input, body }, attemptWith(key))).status).toBe(200);
    await db().kysely.updateTable('call_attempt').set({ answer: null }).where('key', '=', key).execute();
    const written = await count('audit_event');
    const { status, text } = await send(call, { ...input, body }, attemptWith(key));
    expect([status, text]).toEqual([409, expect.stringContaining('This was done already.')]);
    expect(await count('audit_event')).toBe(written);
  });

  it('does nothing twice while the first one is under way', async () => {
    const headers = attemptWith(createUuid());
    const before = await count('annotation');
    const answers = await Promise.all([addNote(headers), addNote(headers), addNote(headers)]);
    expect(await count('annotation')).toBe(before + 1);
    const done = answers.filter(({ status }) => status === 200);
    expect(new Set(done.map(({ text }) => text)).size).toBe(1);
    // Between the end of the work and the answer, nobody knows the answer.
    expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
  });

  it('is refused if it asks for something else', async () => {
    const headers = attemptWith(createUuid());
    await addNote(headers);
    for (const other of [
      () => addNote(headers, 'Campaign ends'),
      () => addNote({ ...headers, [blindedHeader]: 'true' }),
      () => send('POST /api/notification', readInput('POST /api/notification'), headers),
    ]) {
      const { status, text } = await other();
      expect([status, text]).toEqual([409, expect.stringContaining('"code":"conflict"')]);
    }
  });

  it('is another one if its key is another, or of somebody else, or if it has none', async () => {
    const key = createUuid();
    const { authorization } = await addPerson({ role: 'SystemAdmin' }, false);
    const before = await count('annotation');
    await addNote(attemptWith(key));
    await addNote({ ...attemptWith(key), authorization });
    await addNote(attemptWith(createUuid()));
    await addNote({});
    await addNote({});
    expect(await count('annotation')).toBe(before + 5);
  });

  it('is done if the first one was refused', async () => {
    const headers = attemptWith(createUuid());
    expect((await addNote(headers, ' ')).status).toBe(400);
    expect((await addNote(headers)).status).toBe(200);
  });

  it('needs a UUID', async () => {
    const { status, text } = await addNote(attemptWith('x'));
    expect([status, text]).toEqual([400, expect.stringContaining(attemptHeader)]);
  });

  it('is forgotten after a day', async () => {
    const headers = attemptWith(createUuid());
    await addNote(headers);
    const before = await count('annotation');
    await cleanUp(db(), { kinds: [], mailDays, attachmentDays }, daysAfter(new Date(), attemptDays - 0.1));
    await addNote(headers);
    expect(await count('annotation')).toBe(before);
    await cleanUp(db(), { kinds: [], mailDays, attachmentDays }, daysAfter(new Date(), attemptDays + 0.1));
    expect(await count('call_attempt')).toBe(0);
    await addNote(headers);
    expect(await count('annotation')).toBe(before + 1);
  });
});
