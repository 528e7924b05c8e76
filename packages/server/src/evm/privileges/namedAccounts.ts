import { ENTRY_POINTS, KNOWN_DELEGATES } from '@redoubt/risk/accounts/knownAddresses.ts'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { NETWORKS } from '../../chains/index.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import { delegateOf } from '../rpc/rpcValues.ts'
import { word } from '../trade/trader.ts'
import { codeAddresses } from './holders/codeAddresses.ts'

const FIRST_SLOTS = 4

/** An account that code obeys, perhaps: fixed in it or stored by its author, or stored by the account that runs it. */
export type Named = { account: Address; by: 'obeys-author' | 'obeys-stored-account'; isKey: boolean }

/** Returns accounts fixed in the delegate's code or stored in it, then those stored in the account itself. Entry points and tokens are no owners. */
export async function namedAccounts(
  chain: ChainSource,
  {
    block,
    address,
    code: delegate,
    but,
  }: { block: PinnedBlock; address: Address; code: Address; but: readonly Address[] },
  signal: AbortSignal,
): Promise<Named[]> {
  const code = await chain.code(block, delegate, signal)
  const first = Array.from({ length: FIRST_SLOTS }, (_, slot): Hex => `0x${word(BigInt(slot))}`)
  const words = (of: Address) => Promise.all(first.map((slot) => chain.storage(block, of, slot, signal)))
  const [inDelegate, inAccount] = await Promise.all([words(delegate), words(address)])
  const stored = (all: readonly Hex[]) =>
    all.flatMap((value) => (/^0x0{24}(?!0{8})/.test(value) ? [`0x${value.slice(26)}` as const] : []))
  const found = new Map<Address, Named['by']>()
  for (const account of [...codeAddresses(code), ...stored(inDelegate)]) found.set(account, 'obeys-author')
  for (const account of stored(inAccount)) if (!found.has(account)) found.set(account, 'obeys-stored-account')
  const { quoteTokens, tokens } = NETWORKS[chain.chain]
  const excluded = new Set([
    ...[address, delegate, ...but, ...ENTRY_POINTS.keys()],
    ...[...quoteTokens, ...tokens].map((token) => token.address),
  ])
  const candidates = [...found].filter(([account]) => !excluded.has(account) && !KNOWN_DELEGATES.has(account))
  const read = await Promise.all(
    candidates.map(async ([account, by]): Promise<Named> => {
      const runtime = await chain.code(block, account, signal)
      return { account, by, isKey: runtime === '0x' || delegateOf(runtime) !== null }
    }),
  )
  // A key is what a sweeper obeys.
  return read.sort((a, b) => Number(b.isKey) - Number(a.isKey))
}
