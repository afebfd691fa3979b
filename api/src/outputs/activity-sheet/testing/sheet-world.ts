import { randomUUID } from 'node:crypto';
import type { Database } from '../../../platform/db/index.ts';
import { reviewWorld } from '../../../features/review/testing/review-world.ts';
import type { PlannedActivity, ReviewWorld } from '../../../features/review/testing/review-world.ts';

export const person = {
  first: 'Юлия',
  last: 'Größer',
  email: 'julia.groesser@readers.example',
  phone: '+49 30 555 0100',
  company: 'Ωmega Biologics GmbH',
  title: 'Head of Process Development',
  address: '7 Rose Street, Berlin',
};

export interface SheetWorld extends ReviewWorld {
  /** Adds an approved activity of a reader whose name uses three alphabets. Returns its qualified id. */
  share(planned?: Partial<PlannedActivity>): Promise<string>;
  /** The id of the client of every shared activity. */
  readonly clientId: number;
  /** The token of an Internal user, Renée Größer. */
  staff(): Promise<string>;
}

/** The API with a client, a reader and a document. */
export const sheetWorld = (db: () => Database): (() => SheetWorld) => {
  const world = reviewWorld(db);
  let ids = { clientId: 0, readerId: 0, documentId: 0 };
  beforeAll(async () => {
    const clientId = await world().addClient('Kestrel & Co');
    const { phone, company, address, ...named } = person;
    const readerId = await world().addReader(named);
    await db()
      .kysely.updateTable('reader')
      .set({ phone, company, address })
      .where('id', '=', readerId)
      .execute();
    const documentId = await world().addDocument({ clientId, title: 'Scaling up perfusion' });
    await db()
      .kysely.updateTable('document')
      .set({ url: 'https://biologics.example/library/perfusion?x=1' })
      .where('id', '=', documentId)
      .execute();
    ids = { clientId, readerId, documentId };
  });
  return () => ({
    ...world(),
    clientId: ids.clientId,
    share: async (planned = {}) => {
      const id = await world().addActivity({
        ...ids,
        at: '2026-03-04T12:00:00Z',
        type: 'CustomerRequest',
        status: 'Approved',
        quality: 2,
        ...planned,
      });
      return `${planned.type ?? 'CustomerRequest'}-${id}`;
    },
    staff: () =>
      world().reviewer({
        first_name: 'Renée',
        last_name: 'Größer',
        email: `renee-${randomUUID()}@staff.example`,
      }),
  });
};
