import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { mapConcurrent } from '../../lib/mapConcurrent.ts'
import { resolveProxy } from '../bytecode/proxy/resolveProxy.ts'
import { codeAddresses } from '../privileges/holders/codeAddresses.ts'
import type { ChainSource } from '../rpc/chainSource.ts'

/** Public endpoints answer at most about this many blocks of logs. */
export const HISTORY_BLOCKS = 5_000n
const MAX_TRANSACTIONS = 100
/** Newest contracts that the account used, and words of their storage, that are looked at. */
const MAX_USED = 12
const MAX_SLOTS = 12
const MAX_LINKED = 2
const CONCURRENT = 4

/**
 * Returns contracts that the account used before, or that are `near`, and that have the contract's address in their code or first words of
 * storage: a vault obeys a registry that does not know it. What no node tells of the past is not found. Never rejects but for the signal.
 */
export async function linkedContracts(
  chain: ChainSource,
  block: PinnedBlock,
  { account, contract, near }: { account: Address; contract: Address; near: readonly Address[] },
  signal: AbortSignal,
): Promise<Address[]> {
  const used = await usedBy(chain, block, account, signal)
  const others = [...new Set([...near, ...used])]
    .filter((one) => one !== contract && one !== account)
    .slice(0, MAX_USED)
  const linked = await mapConcurrent(others, CONCURRENT, (one) =>
    isLinked(one).catch(() => {
      signal.throwIfAborted()
      return false
    }),
  )
  return others.filter((_, at) => linked[at] === true).slice(0, MAX_LINKED)

  async function isLinked(address: Address): Promise<boolean> {
    const code = await chain.code(block, address, signal)
    if (code === '0x') return false
    if (codeAddresses(code).includes(contract)) return true
    const slots = Array.from({ length: MAX_SLOTS }, (_, at): Hex => `0x${at.toString(16).padStart(64, '0')}`)
    const words = await Promise.all(slots.map((slot) => chain.storage(block, address, slot, signal)))
    if (words.some((word) => word.includes(contract.slice(2)))) return true
    const proxy = await resolveProxy(chain, { block, address, code }, signal)
    const [running] = proxy?.implementations ?? []
    return running !== undefined && codeAddresses(await chain.code(block, running, signal)).includes(contract)
  }
}

/** Contracts that named the account in their logs, or were called by it; newest first. */
async function usedBy(
  chain: ChainSource,
  block: PinnedBlock,
  account: Address,
  signal: AbortSignal,
): Promise<Address[]> {
  const oldest = block.number - HISTORY_BLOCKS + 1n
  const range = { fromBlock: oldest > 0n ? oldest : 0n, toBlock: block.number, pin: block }
  const party: Hex = `0x${account.slice(2).padStart(64, '0')}`
  const nothing = () => {
    signal.throwIfAborted()
    return null
  }
  const [logs, page] = await Promise.all([
    chain.logs({ ...range, topics: [null, party] }, signal).catch(nothing),
    chain.accountTransactions(account, { before: block.number + 1n }, MAX_TRANSACTIONS, signal).catch(nothing),
  ])
  const called = (page?.transactions ?? []).flatMap(({ from, to }) => (from === account && to !== null ? [to] : []))
  return [...new Set([...called, ...(logs ?? []).toReversed().map(({ address }) => address)])]
}
