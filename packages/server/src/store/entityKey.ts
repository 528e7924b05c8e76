import { createHash } from 'node:crypto'

/** What an entity of any length is indexed by. */
export function entityKey(entity: string): string {
  return createHash('sha256').update(entity).digest('base64url')
}
