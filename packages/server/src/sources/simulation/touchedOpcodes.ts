import type { Address, CallFrame, Hex, PinnedBlock } from '../../risk/facts.ts'
import type { ChainSource } from '../chain/chainSource.ts'
import { remember } from '../chain/remember.ts'
import { isDelegation } from '../chain/rpcValues.ts'
import { environmentOpcodes } from './environmentOpcodes.ts'
import type { StateOverrides } from './simulator.ts'

const scan = remember(500, environmentOpcodes)

/** Every environment opcode in the code that a call tree ran, creation code included. */
export async function touchedOpcodes(
  trace: CallFrame,
  overrides: StateOverrides,
  block: PinnedBlock,
  source: ChainSource,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const addresses = new Set<Address>()
  const codes: Hex[] = []
  collect(trace, addresses, codes)
  const codeOf = async (address: Address) => overrides[address]?.code ?? source.code(block, address, signal)
  const followed = async (address: Address) => {
    const code = await codeOf(address)
    return isDelegation(code) ? codeOf(`0x${code.slice(8)}`) : code
  }
  codes.push(...(await Promise.all([...addresses].map(followed))))
  return new Set(codes.flatMap((code) => [...scan(code)]))
}

function collect(frame: CallFrame, addresses: Set<Address>, codes: Hex[]): void {
  if (frame.type === 'CREATE' || frame.type === 'CREATE2') {
    codes.push(frame.input)
    if (frame.output !== null) codes.push(frame.output)
  } else if (frame.to !== null) addresses.add(frame.to)
  for (const call of frame.calls) collect(call, addresses, codes)
}
