import type { DefaultColumn } from '@readerlens/contract';
import { completeColumns, defaultExportColumns, exportColumns } from '@readerlens/contract/explorer';
import type { UserRow } from '../../people/tables.ts';
import { addUser, describeOnOneEngine, testApi } from '../../platform/testing/index.ts';

describeOnOneEngine('default export columns', (db) => {
  const api = testApi({}, {}, db);
  let user: UserRow;
  let token: string;
  beforeEach(async () => {
    user = await addUser(db(), { role: 'Client' });
    token = await api().tokenFor(user);
  });

  const get = (userId: number | string = user.id, as = token) =>
    api().call('GET /api/default-columns/{userId}', { token: as, params: { userId: String(userId) } });
  const put = (columns: readonly { field: string }[], userId: number | string = user.id, as = token) =>
    api().call('PUT /api/default-columns', { token: as, body: { userId: String(userId), columns } });
  const listFields = ({ body }: { body: { data?: unknown } }) =>
    (body.data as DefaultColumn[]).map(({ field }) => field);

  const granted = ['Revenue', 'OrgType', 'ProductCategory'];
  const grant = async (activity_fields: string[]) => {
    await db().kysely.updateTable('app_user').set({ activity_fields }).where('id', '=', user.id).execute();
  };
  const staffToken = async () => api().tokenFor(await addUser(db(), { role: 'Internal' }));

  it('are those of the product until some are chosen', async () => {
    const answer = await get();
    expect(answer.status).toBe(200);
    expect(listFields(answer)).toEqual(defaultExportColumns);
    expect((answer.body.data as DefaultColumn[])[0]).toEqual({
      field: 'referenceNumber',
      category: 'Activity',
      isMandatoryForExport: true,
    });
  });

  it('are kept in the order chosen, and replaced by the next choice', async () => {
    const saved = await put(
      ['email', 'date', 'activityType', 'referenceNumber', 'docTitle'].map((field) => ({ field })),
    );
    expect([saved.status, saved.body.message]).toEqual([200, 'Default Columns Saved']);
    expect(listFields(saved)).toEqual(['email', 'date', 'activityType', 'referenceNumber', 'docTitle']);
    expect(listFields(await get())).toEqual(listFields(saved));
    await grant(['AnalystTags', ...granted]);
    await put(exportColumns.map(({ field }) => ({ field })));
    expect(listFields(await get())).toEqual(exportColumns.map(({ field }) => field));
  });

  it('are refused when the user may not see them, with each path, and passed over once stored', async () => {
    const chosen = ['email', 'revenue', 'orgType', 'analystTags'].map((field) => ({ field }));
    await grant(['OrgType']);
    const buildMessage = (label: string) => `The export column '${label}' is not available to this user.`;
    for (const by of [token, await staffToken()]) {
      const { status, body } = await put(chosen, user.id, by);
      expect([status, body.code, body.message]).toEqual([400, 'invalid_input', buildMessage('Revenue')]);
      expect(body.details).toEqual([
        { path: 'columns.1.field', message: buildMessage('Revenue') },
        { path: 'columns.3.field', message: buildMessage('Analyst Tags') },
      ]);
    }
    await grant(['AnalystTags', ...granted]);
    expect((await put(chosen)).status).toBe(200);
    await grant(['OrgType']);
    for (const by of [token, await staffToken()])
      expect(listFields(await get(user.id, by)).slice(3)).toEqual(['email', 'orgType']);
  });

  it('always include the mandatory ones, each once', async () => {
    const mandatory = ['referenceNumber', 'date', 'activityType'];
    expect(listFields(await put([{ field: 'email' }, { field: 'email' }]))).toEqual([...mandatory, 'email']);
    expect(listFields(await put([]))).toEqual(mandatory);
    expect(listFields(await get())).toEqual(mandatory);
  });

  it('may be given by former names', async () => {
    const older = ['friendlyId', 'activityDate', 'activityType', 'contentTitle', 'readerOrgs', 'title'];
    const fields = ['referenceNumber', 'date', 'activityType', 'docTitle', 'readerOrg', 'jobTitle'];
    expect(listFields(await put(older.map((field) => ({ field }))))).toEqual(fields);
    await db()
      .kysely.updateTable('user_export_columns')
      .set({ fields: [...older, 'gone'] })
      .where('user_id', '=', user.id)
      .execute();
    expect(listFields(await get())).toEqual(completeColumns(older).map(({ field }) => field));
  });

  it.each(['nonsense', 'constructor', 'Email'])("refuse '%s', and report its path", async (field) => {
    const { status, body } = await put([{ field: 'email' }, { field }]);
    const message = `There is no export column '${field}'.`;
    expect([status, body.code, body.details]).toEqual([
      400,
      'invalid_input',
      [{ path: 'columns.1.field', message }],
    ]);
    expect(listFields(await get())).toEqual(defaultExportColumns);
  });

  it("are the user's own business, and that of staff", async () => {
    const other = await addUser(db(), { role: 'Client' });
    const staff = await staffToken();
    expect([(await get(other.id)).status, (await put([], other.id)).status]).toEqual([403, 403]);
    expect((await get('x')).status).toBe(403);
    expect((await put([{ field: 'city' }], other.id, staff)).status).toBe(200);
    expect(listFields(await get(other.id, staff))).toContain('city');
    expect(listFields(await get())).toEqual(defaultExportColumns);
    expect([(await get(999_999, staff)).status, (await put([], 'x', staff)).status]).toEqual([404, 404]);
    await db().kysely.updateTable('app_user').set({ is_active: false }).where('id', '=', other.id).execute();
    const ofDeleted = [await get(other.id, staff), await put([{ field: 'city' }], other.id, staff)];
    expect(ofDeleted.map(({ status }) => status)).toEqual([404, 404]);
  });
});
