import type { Bytecode } from '@redoubt/risk/facts/bytecode.ts'
import { inputsOf, TAINT } from '../paths/marks.ts'
import type { Entry, Lifted } from '../paths/pull.ts'
import type { FoundPull } from './contractPulls.ts'
import { WALLET_CALLS } from './rightCalls.ts'

/**
 * Whether a module acts as a wallet only by records about it, and each record is written by an account that it is about, or where an earlier one
 * of the same kind allows it. Whether the account is the wallet itself is not told: executions with a wallet tell it (see `modulePulls`).
 */
export function actsByRecords(
  { functions }: Pick<Bytecode, 'functions'>,
  { pulls, entries }: { pulls: readonly FoundPull[]; entries: readonly Entry[] },
): boolean {
  const isModule = functions.some(({ asks }) => asks.some((asked) => WALLET_CALLS.has(asked)))
  return isModule && !pulls.some(({ use }) => use === 'wallets') && entries.length > 0 && entries.every(isKept)
}

function isKept({ place, lifted }: Entry): boolean {
  return (place & TAINT.caller) !== 0 || lifted.some((one) => isOfKey(one, inputsOf(place)))
}

/** Whether a condition is about a key of the record: the caller or signer is that account, or a record of it is set. */
function isOfKey({ marks, slot, identity }: Lifted, keys: number): boolean {
  if ((marks & keys) === 0) return false
  if ((marks & TAINT.stored) === 0) return (marks & (TAINT.caller | TAINT.signer)) !== 0
  return (marks & TAINT.hash) !== 0 && (slot ?? identity?.slot) !== undefined
}
