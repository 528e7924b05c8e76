import { AsyncLocalStorage } from 'node:async_hooks'
import { createHmac, randomBytes } from 'node:crypto'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { noteUnused } from '../rpc/unusedAccounts.ts'

/** A secret of this process. */
const SECRET = randomBytes(32)
/** That of a scan whose witness tells it. */
const told = new AsyncLocalStorage<Uint8Array>()

/** Does the work, with all that follows from it, with what is made up of this seed: the same for the same seed everywhere. */
export function withMadeUpSeed<Value>(seed: Uint8Array, work: () => Value): Value {
  return told.run(seed, work)
}

/**
 * A word that stands for something made up in a run: the same for one input at one block for as long as the process lives,
 * and nothing that code could have been written for. It must not appear in an answer, which has the same bytes everywhere: no byte of it is
 * zero, because those are cheaper in call data, and the gas used would tell of it.
 * @param role What it stands for, and what of the input it depends on.
 */
export function madeUpWord({ hash }: Pick<PinnedBlock, 'hash'>, ...role: readonly string[]): Hex {
  const bytes = createHmac('sha256', told.getStore() ?? SECRET)
    .update(JSON.stringify([hash, ...role]))
    .digest()
  return `0x${Buffer.from(bytes.map((byte) => byte || 1)).toString('hex')}`
}

/** Returns an account that no key controls and no code can name. */
export function madeUpAddress(block: Pick<PinnedBlock, 'hash'>, ...role: readonly string[]): Address {
  const account: Address = `0x${madeUpWord(block, ...role).slice(26)}`
  noteUnused(block.hash, account)
  return account
}
