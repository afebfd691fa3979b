import { hash, verify } from '@node-rs/argon2';
import type { Config } from '../platform/config.ts';
import { badRequest } from '../platform/http/errors.ts';

/** OWASP's minimum for argon2id, the default of @node-rs/argon2. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, cost);

let decoy: Promise<string> | undefined;

/** Takes the same time whether or not the account exists and has a password. */
export const isPassword = async (
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> => {
  decoy ??= hashPassword('nobody has this password');
  const matches = await verify(passwordHash ?? (await decoy), password);
  return matches && typeof passwordHash === 'string';
};

const rules: readonly [RegExp, string][] = [
  [/[a-z]/, 'one lowercase letter'],
  [/[A-Z]/, 'one uppercase letter'],
  [/\d/, 'one number'],
  [/^.{8,}$/s, '8 characters'],
];

/** Throws 400 for a weak password if strength is enforced; otherwise the rules are only a hint on the page. */
export const checkPassword = (policy: Config['passwordPolicy'], password: string): void => {
  if (policy === 'hint') return;
  const missing = rules.filter(([rule]) => !rule.test(password)).map(([, name]) => name);
  if (missing.length === 0) return;
  const message = `The password must have at least ${missing.join(', ')}.`;
  throw badRequest(message, 'invalid_input', [{ path: 'password', message }]);
};
