import type { Address } from '@redoubt/risk/address.ts'
import { withTimeout } from '../../../../lib/withTimeout.ts'
import { readAggregate } from '../../../market/chainlinkPrice.ts'
import { isBurnAddress } from '../../effects.ts'
import type { PrivilegesContext } from '../../privilegesContext.ts'
import { accountsIn, typesOf, word } from '../commandCalls.ts'
import { unlistedCallers } from '../gatherCallers.ts'
import { isWriting, type Wallet } from './ballot.ts'

const MAX_LISTS = 2
const MAX_ENTRIES = 10
const MAX_NAMED = 16
/** Milliseconds for the transaction that made the contract. */
const CREATION_MS = 400

/** Accounts that may be members: those that are known already, entries of public lists, its maker, arguments of the constructor, callers. */
export async function namedMembers(
  { chain, block, signal }: Pick<PrivilegesContext, 'chain' | 'block' | 'signal'>,
  { holder, functions, named }: Wallet,
): Promise<Address[]> {
  const lists = functions.filter((made) => !isWriting(made) && typesOf(made) === 'uint256').slice(0, MAX_LISTS)
  const reads = lists.flatMap(({ selector }) =>
    Array.from({ length: MAX_ENTRIES }, (_, at) => {
      return { to: holder, data: `${selector}${word(BigInt(at)).slice(2)}` as const }
    }),
  )
  const [entries, creation] = await Promise.all([
    reads.length === 0 ? [] : readAggregate(chain, { block, reads }, signal),
    withTimeout(
      chain.contractCreator(holder, signal).catch(() => null),
      CREATION_MS,
    ),
  ])
  signal.throwIfAborted()
  const asked = { block, address: holder, creation: creation?.transaction ?? null, trade: null }
  const unlisted = await unlistedCallers({ chain }, asked, signal)
  const all = [
    ...named,
    ...entries.flatMap((answer) => accountsIn(answer, 1)),
    ...(creation === null ? [] : [creation.maker]),
    ...unlisted.map(({ address }) => address),
  ]
  return [...new Set(all)].filter((one) => one !== holder && !isBurnAddress(BigInt(one))).slice(0, MAX_NAMED)
}
