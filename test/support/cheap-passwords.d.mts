import type { Options } from '@node-rs/argon2';
export let askedOptions: Options | undefined;
export function makePasswordsCheap(): void;
