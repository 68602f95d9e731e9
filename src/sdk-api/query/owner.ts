import type { Caller } from '../../auth/caller/caller.js';

/** Identifies the token to which the memory used for an SDK is attributed. */
export function ownerOf({ tokenId, kind, userId }: Caller): string {
  return tokenId === undefined ? `user ${userId}` : `${kind} ${tokenId}`;
}
