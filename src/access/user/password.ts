import { hash, verify } from '@node-rs/argon2';

/** argon2id with the parameters that OWASP recommends: 19 MiB, two passes, one lane. @returns The PHC string. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
}

/** Whether a password is the one that was hashed. */
export function verifyPassword(password: string, hashed: string): Promise<boolean> {
  return verify(hashed, password).catch(() => false);
}
