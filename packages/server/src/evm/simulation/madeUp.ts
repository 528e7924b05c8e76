import { createHmac, randomBytes } from 'node:crypto'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'

/** A secret of this process. */
const SECRET = randomBytes(32)

/**
 * A word that stands for something made up in a run: the same for one input at one block for as long as the process lives,
 * and nothing that code could have been written for. It must not appear in an answer, which has the same bytes everywhere: no byte of it is
 * zero, because those are cheaper in call data, and the gas used would tell of it.
 * @param role What it stands for, and what of the input it depends on.
 */
export function madeUpWord({ hash }: Pick<PinnedBlock, 'hash'>, ...role: readonly string[]): Hex {
  const bytes = createHmac('sha256', SECRET)
    .update(JSON.stringify([hash, ...role]))
    .digest()
  return `0x${Buffer.from(bytes.map((byte) => byte || 1)).toString('hex')}`
}

/** Returns an account that no key controls and no code can name. */
export function madeUpAddress(block: Pick<PinnedBlock, 'hash'>, ...role: readonly string[]): Address {
  return `0x${madeUpWord(block, ...role).slice(26)}`
}
