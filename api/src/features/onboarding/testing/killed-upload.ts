// The API, which uploads a file to the only content of an onboarding form and puts it together. It prints a line once it has
// started, and one when the file can be read.
import type { CallData, Calls } from '@readerlens/contract';
import { buildApi } from '../../../app.ts';
import { createRunner } from '../../../platform/jobs/index.ts';
import { openForKill } from '../../../platform/jobs/testing/killed-worker.ts';
import type { KilledWorker } from '../../../platform/jobs/testing/killed-worker.ts';
import { servicesAt } from '../../alerts/testing/services-at.ts';
import { assembleUploadKind } from '../assemble-upload.ts';
import { boundary, chunkAt, formBody, uploadContent } from './upload-content.ts';

/** The argument of the process. */
export interface KilledUpload extends KilledWorker {
  /** Of the stored files. */
  readonly folder: string;
}

const { db, clock, passOn, halt } = await openForKill();
const { folder } = JSON.parse(process.argv[2] ?? '') as KilledUpload;
const known = servicesAt(db, clock, { FILES_STORE: folder });
let changes = 0;
const files: typeof known.files = {
  ...known.files,
  // The last statement of the transaction that stores a chunk, and of the one that stores the file.
  async setExpiry(owner, at, trx) {
    await known.files.setExpiry(owner, at, trx);
    changes += 1;
    const isAssembled = at !== null && at <= clock();
    if (isAssembled) await halt('storing');
    else if (changes === 2) await halt('changing');
  },
};
const services = { ...known, files };
const app = await buildApi({ services });
const { id: contentId, form_id: formId } = await db.kysely
  .selectFrom('onboarding_content')
  .select(['id', 'form_id'])
  .executeTakeFirstOrThrow();
const owner = await db.kysely.selectFrom('app_user').selectAll().executeTakeFirstOrThrow();
const token = await services.signIns.begin(owner, 'password', { ip: '127.0.0.1', headers: {} });
process.stdout.write('started\n');

const send = async (path: string, type: string, payload: string | Buffer) => {
  const answer = await app.inject({
    method: 'POST',
    url: `/api/onboarding/${formId}/content/${contentId}/file/${path}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': type },
    payload,
  });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json<{ data: unknown }>().data;
};

type Upload = CallData<Calls['POST /api/onboarding/{formId}/content/{contentId}/file/upload']>;
const fileName = 'paper.bin';
const body = { fileName, fileSize: uploadContent.length, fingerprint: 'f1' };
const { uploadId, totalChunks, received } = (await send(
  'upload',
  'application/json',
  JSON.stringify(body),
)) as Upload;
for (let index = 0; index < totalChunks; index += 1) {
  if (received.includes(index)) continue;
  const fields = { fileName, chunkIndex: String(index), totalChunks: String(totalChunks), uploadId };
  const chunk = formBody(fields, [{ field: 'file', name: 'blob', content: chunkAt(index) }]);
  await send('chunk', `multipart/form-data; boundary=${boundary}`, chunk);
}
const runner = createRunner({
  db,
  kinds: [assembleUploadKind(services)],
  logger: { warn() {}, error() {} },
  clock,
});
const isFile = async () => (await db.kysely.selectFrom('onboarding_file').select('id').execute()).length > 0;
while (!(await isFile())) {
  await runner.runDue();
  await passOn(db);
}
process.stdout.write('done\n');
