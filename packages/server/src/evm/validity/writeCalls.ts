import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import type { ExecutedWrite, SlotWriter } from '@redoubt/risk/validityFacts.ts'
import { keccak256 } from 'viem/utils'
import { argumentPlan } from '../privileges/calls/argumentPlan.ts'
import { NOBODYS } from './otherWords.ts'

/** A call that may set a slot, with the record of it for when it was executed. `storage` admits its caller where a list decides. */
export type WriteCall = { call: Transaction; storage: Record<Address, Record<Hex, Hex>>; write: ExecutedWrite }

/** Limits of ways to call one function as one account, and of calls for one slot. */
const MAX_WAYS = 12
const MAX_CALLS = 24

/** Returns plausible calls of the functions that write a slot, by accounts that may make them; a stranger calls the open functions. */
export function writeCalls(
  contract: Address,
  {
    functions,
    writers,
    sender,
  }: {
    functions: readonly ContractFunction[]
    writers: readonly SlotWriter[]
    sender: Address
  },
): WriteCall[] {
  const calls = writers.flatMap((writer) => {
    const called = functions.find(({ selector }) => selector === writer.selector)
    if (called === undefined) return []
    const stranger = { address: NOBODYS, account: 'anybody' } as const
    const admitted = { address: NOBODYS, account: 'unknown' } as const
    // No account stands in the words that the gate reads, so it is a list: a made-up account is put on it.
    const listed = writer.caller === 'privileged' && writer.by.length === 0
    const storage = listed ? { [contract]: entries(called.gatedBy) } : {}
    const callers = writer.caller === 'anyone' ? [stranger] : listed ? [admitted] : writer.by
    return callers
      .filter(({ account, address }) => account !== 'burned' && address !== sender)
      .flatMap(({ address: caller, account }) =>
        argumentPlan(called, {
          holder: sender,
          caller,
          pool: null,
          others: [NOBODYS],
          contracts: [contract],
          amounts: [],
          tokenId: null,
        })
          .slice(0, MAX_WAYS)
          .map(
            ({ data, args }): WriteCall => ({
              storage,
              call: { from: caller, to: contract, value: 0n, data },
              write: { caller, account, selector: called.selector, signature: called.signature, args },
            }),
          ),
      )
  })
  return calls.slice(0, MAX_CALLS)
}

/** Returns the entries of account mappings for a made-up account, all of them true. */
function entries(bases: readonly Hex[]): Record<Hex, Hex> {
  const key = `0x${NOBODYS.slice(2).padStart(64, '0')}` as const
  const slots = bases.map((base) => [keccak256(`${key}${base.slice(2)}`), TRUE])
  return Object.fromEntries(slots)
}

const TRUE: Hex = `0x${'1'.padStart(64, '0')}`
