import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { keccak256 } from 'viem/utils'
import { callData, wordAt } from '../decode/callData.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import type { Simulator } from '../simulation/simulator.ts'
import { freshAccount } from './freshAccount.ts'
import { word } from './trader.ts'

/** Storage slot of an account's balance of a token. `base`: the mapping's own slot, where Solidity lays it out. */
export type BalanceSlot = ((account: Address) => Hex) & { base?: bigint }

/** Where tokens keep balances: one of the first slots, or OpenZeppelin's namespace for upgradeable ones (ERC-7201). */
const BASES = [
  ...Array.from({ length: 24 }, (_, index) => BigInt(index)),
  0x52c63247e1f47db19d5ce0460030c497f067ca4cebf71ba98eeadabe20bace00n,
]
const LAYOUTS: readonly ((base: bigint) => BalanceSlot)[] = [
  (base) => Object.assign((account: Address) => keccak256(`0x${word(account)}${word(base)}`), { base }),
  // Vyper hashes the other way round.
  (base) => (account) => keccak256(`0x${word(base)}${word(account)}`),
]
const MARK = 10n ** 12n

/** By source, since the sandbox's networks have the same names and other tokens. */
const found = new WeakMap<ChainSource, Map<Address, BalanceSlot>>()

/**
 * Finds the slot by pretending another balance in every likely one and asking the token which it sees. Null when it sees
 * none of them. Remembered: tokens do not move their storage.
 */
export async function quoteSlots(
  { chain, simulator }: { chain: ChainSource; simulator: Simulator },
  { block, token }: { block: PinnedBlock; token: Address },
  signal: AbortSignal,
): Promise<BalanceSlot | null> {
  const known = found.get(chain)?.get(token)
  if (known !== undefined) return known
  // One account for every asker, so that the reads do not depend on who is first.
  const account = freshAccount(block.hash, token, 'purse')
  const candidates = LAYOUTS.flatMap((layout) => BASES.map(layout))
  const storage = Object.fromEntries(
    candidates.map((slot, index) => [slot(account), `0x${word(MARK + BigInt(index))}`]),
  )
  const read = { from: account, to: token, value: 0n, data: callData('balanceOf', account) }
  const [outcomes] = await simulator.simulateSequences({
    block,
    sequences: [
      {
        blocks: [{ calls: [read] }],
        stateOverrides: { [account]: { balance: 10n ** 20n }, [token]: { storage: storage as Record<Hex, Hex> } },
      },
    ],
    signal,
  })
  const seen = wordAt(outcomes?.[0]?.output ?? null)
  const slot = seen === null ? undefined : candidates[Number(seen - MARK)]
  if (slot === undefined) return null
  const slots = found.get(chain) ?? new Map<Address, BalanceSlot>()
  found.set(chain, slots.set(token, slot))
  return slot
}
