import type { Address, CallFrame, Hex } from '../../risk/facts.ts'
import type { ChainSource } from '../chain/chainSource.ts'
import { remember } from '../chain/remember.ts'
import { isDelegation } from '../chain/rpcValues.ts'
import { type EnvironmentRead, environmentOpcodes } from './environmentOpcodes.ts'
import { OTHER_COINBASES } from './otherCoinbases.ts'
import type { PreparedRun } from './prepareRun.ts'

/** Code of accounts only: a stranger makes up as much creation code as he likes, and nobody meets it again. */
const scan = remember(500, environmentOpcodes)

/**
 * Everything of its surroundings that the code a call tree ran can read, creation code included. What a call forwards as
 * gas counts as read only where a frame failed: the environments forward more, which frames that had enough do not see.
 * The balance of the executing account counts only where that is an account whose balance the environments change.
 */
export async function touchedOpcodes(
  trace: CallFrame,
  { block, stateOverrides, source: transaction, next }: PreparedRun,
  source: ChainSource,
  signal: AbortSignal,
): Promise<ReadonlySet<EnvironmentRead>> {
  const addresses = new Set<Address>()
  const created: Hex[] = []
  collect(trace, addresses, created)
  const codeOf = async (address: Address) => stateOverrides[address]?.code ?? source.code(block, address, signal)
  const followed = async (address: Address) => {
    const code = await codeOf(address)
    return isDelegation(code) ? codeOf(`0x${code.slice(8)}`) : code
  }
  const codes = await Promise.all([...addresses].map(followed))
  const found = new Set([
    ...codes.flatMap((code) => [...scan(code)]),
    ...[...new Set(created)].flatMap((code) => [...environmentOpcodes(code)]),
  ])
  if (found.delete('CALL_GAS') && anyFailed(trace)) found.add('GAS')
  const varied = new Set<Address>([transaction.from, next.coinbase, ...OTHER_COINBASES])
  const variedRuns = created.length > 0 || [...addresses].some((one, index) => varied.has(one) && codes[index] !== '0x')
  if (found.delete('OWN_BALANCE') && variedRuns) found.add('BALANCE')
  return found
}

function anyFailed(frame: CallFrame): boolean {
  return frame.error !== null || frame.calls.some(anyFailed)
}

function collect(frame: CallFrame, addresses: Set<Address>, codes: Hex[]): void {
  if (frame.type === 'CREATE' || frame.type === 'CREATE2') {
    codes.push(frame.input)
    if (frame.output !== null) codes.push(frame.output)
  } else if (frame.to !== null) addresses.add(frame.to)
  for (const call of frame.calls) collect(call, addresses, codes)
}
