import type { Grant } from './activity.ts'

/** One permission, whatever it is worth. An item has one spender at a time. */
export function permissionKey({ kind, token, owner, spender, tokenId }: Grant): string {
  return [kind, token, owner, kind === 'token' ? tokenId : spender].join(':')
}
