import type { Address } from '@redoubt/risk/address.ts'
import type { CallFrame } from '@redoubt/risk/execution.ts'
import { remember } from '../../rpc/remember.ts'
import type { PreparedRun } from '../prepareRun.ts'
import { type EnvironmentRead, environmentOpcodes } from './environmentOpcodes.ts'
import { OTHER_COINBASES } from './otherCoinbases.ts'
import type { TouchedCode } from './touchedCode.ts'

/** Caches code of accounts only: strangers can invent any amount of creation code, which never recurs. */
const scan = remember(500, environmentOpcodes)

/**
 * Everything of its surroundings that the code a call tree ran can read, creation code included. What a call forwards as
 * gas counts as read only where a frame failed: the environments forward more, which frames that had enough do not see.
 * The balance of the executing account counts only where that is an account whose balance the environments change.
 */
export function touchedOpcodes(
  trace: CallFrame,
  { source: transaction, next }: PreparedRun,
  { codes, created }: TouchedCode,
): ReadonlySet<EnvironmentRead> {
  const found = new Set([
    ...[...codes.values()].flatMap((code) => [...scan(code)]),
    ...created.flatMap((code) => [...environmentOpcodes(code)]),
  ])
  if (found.delete('CALL_GAS') && anyFailed(trace)) found.add('GAS')
  const varied = [transaction.from, next.coinbase, ...OTHER_COINBASES]
  const variedRuns = created.length > 0 || varied.some((address: Address) => (codes.get(address) ?? '0x') !== '0x')
  if (found.delete('OWN_BALANCE') && variedRuns) found.add('BALANCE')
  return found
}

function anyFailed(frame: CallFrame): boolean {
  return frame.error !== null || frame.calls.some(anyFailed)
}
