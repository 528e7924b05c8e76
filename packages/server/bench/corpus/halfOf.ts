import { createHash } from 'node:crypto'

export type Half = 'development' | 'heldBack'

/** Half of a set that a group of near-duplicates belongs to: rules are made by looking at one, and both are quoted apart. */
export function halfOf(group: string): Half {
  return createHash('sha256').update(group).digest().readUInt32BE(0) % 2 === 0 ? 'development' : 'heldBack'
}
