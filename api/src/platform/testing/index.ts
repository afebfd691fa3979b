export { setDate } from './set-date.ts';
export { addUser, testApi } from './test-api.ts';
export type { NewUser, TestResponse, TestApi } from './test-api.ts';
export { describeOnEachEngine, testDatabase } from './test-database.ts';
