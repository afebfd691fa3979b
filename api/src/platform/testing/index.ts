export { addUser } from './add-user.ts';
export type { NewUser } from './add-user.ts';
export { setDate } from './set-date.ts';
export { testApi } from './test-api.ts';
export type { TestResponse, TestApi } from './test-api.ts';
export {
  describeOnEachEngine,
  describeOnOneEngine,
  describeOnServer,
  testDatabase,
} from './test-database.ts';
