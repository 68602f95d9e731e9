import type { Caller } from '../../auth/caller/caller.js';

/**
 * What the things are counted by that an SDK makes an instance keep: the token that it calls with.
 */
export function ownerOf({ tokenId, kind, userId }: Caller): string {
  return tokenId === undefined ? `user ${userId}` : `${kind} ${tokenId}`;
}
