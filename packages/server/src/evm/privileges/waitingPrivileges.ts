import type { Hex } from '@redoubt/risk/address.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import { laterSimulator } from '../simulation/laterSimulator.ts'
import { gatherPrivileges } from './gatherPrivileges.ts'
import { mergedPrivileges } from './laterPrivileges.ts'
import type { Privileges, PrivilegesRequest, PrivilegesSources } from './privilegesRequest.ts'

const DAY = 86_400n
const MARGIN = 60n
/** Seconds after which a refused function is tried: once a day, and once a week. */
const WAITS = [DAY + MARGIN, 7n * DAY + MARGIN]
/** How far from the block a stored number may lie, in seconds, to be taken for the time of a call. */
const FAR_BEFORE = 400n * DAY
const FAR_AFTER = 40n * DAY
const MAX_FUNCTIONS = 6
/** Widths of a time in a packed word, and steps between its places, in bits: narrow ones are found by chance in addresses. */
const FIELDS = [
  { width: 32, step: 224n },
  { width: 40, step: 8n },
] as const
const WORD = 256n

/**
 * Adds what functions allow that refuse all callers now and read a time about that of the block, such as that of a keeper's last daily call. They
 * are executed a day and a week later, in Unix seconds of the chain, on the state of now.
 * @throws as `gatherPrivileges`.
 */
export async function withWaitingCalls(
  sources: PrivilegesSources,
  request: PrivilegesRequest,
  now: Privileges,
  signal: AbortSignal,
): Promise<Privileges> {
  const { block, address, bytecode } = request
  const words = sources.chain.wordsRead(block, address)
  if (words === null) return now
  const waiting = now.refused
    .filter(({ reads }) => reads.some((slot) => holdsTime(words.get(slot) ?? '0x0', block.timestamp)))
    .slice(0, MAX_FUNCTIONS)
  if (waiting.length === 0) return now
  const functions = bytecode.functions.filter((one) => isRead(one) || waiting.includes(one))
  for (const seconds of WAITS) {
    const later = await gatherPrivileges(
      { ...sources, simulator: laterSimulator(sources.simulator, seconds) },
      // What trades show was executed now.
      { ...request, bytecode: { ...bytecode, functions }, trade: null },
      signal,
    )
    if (later.refused.length === waiting.length) continue
    return mergedPrivileges(now, later, { after: Number(seconds), waits: true })
  }
  return now
}

function isRead({ mutability }: ContractFunction): boolean {
  return mutability === 'view' || mutability === 'pure'
}

/** Whether a word of storage, or a part of it, can be a time about that of the block, in Unix seconds. */
export function holdsTime(word: Hex, timestamp: bigint): boolean {
  const value = BigInt(word)
  for (const { width, step } of FIELDS)
    for (let place = 0n; place < WORD; place += step) {
      const part = BigInt.asUintN(width, value >> place)
      if (part > timestamp - FAR_BEFORE && part < timestamp + FAR_AFTER) return true
    }
  return false
}
