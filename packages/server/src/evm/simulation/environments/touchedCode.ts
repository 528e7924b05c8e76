import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { CallFrame } from '@redoubt/risk/execution.ts'
import type { ChainSource } from '../../rpc/chainSource.ts'
import { isDelegation } from '../../rpc/rpcValues.ts'
import type { CalledCode } from '../branches/environmentBranches.ts'
import type { PreparedRun } from '../prepareRun.ts'

/** The code that a call tree ran. */
export type TouchedCode = {
  /** By address, delegations followed; `0x` for accounts without. */
  codes: Map<Address, Hex>
  /** Creation code and what it left. */
  created: Hex[]
  /** Each function of each contract once, in the order of the calls. */
  calls: CalledCode[]
}

/** Functions looked into; a transaction that calls more is a batch of the same. */
const MAX_CALLS = 40

/** Reads the code of every account in a call tree, as it was before the transaction, creation code included. */
export async function touchedCode(
  trace: CallFrame,
  { block, stateOverrides }: PreparedRun,
  source: ChainSource,
  signal: AbortSignal,
): Promise<TouchedCode> {
  const addresses = new Set<Address>()
  const created = new Set<Hex>()
  const frames: CallFrame[] = []
  collect(trace, addresses, created, frames)
  const codeOf = async (address: Address) => stateOverrides[address]?.code ?? source.code(block, address, signal)
  const followed = async (address: Address): Promise<[Address, Hex]> => {
    const code = await codeOf(address)
    return [address, isDelegation(code) ? await codeOf(`0x${code.slice(8)}`) : code]
  }
  const codes = new Map(await Promise.all([...addresses].map(followed)))
  const calls = new Map<string, CalledCode>()
  for (const frame of frames) {
    const address = frame.to
    if (address === null || calls.size >= MAX_CALLS) continue
    const creation = frame.type === 'CREATE' || frame.type === 'CREATE2'
    const code = creation ? frame.input : (codes.get(address) ?? '0x')
    const selector = creation || frame.input.length < 10 ? null : Number(frame.input.slice(0, 10))
    const storage = frame.type === 'DELEGATECALL' ? frame.from : address
    if (code !== '0x') calls.set(`${address}:${selector}`, { address, storage, code, selector })
  }
  return { codes, created: [...created], calls: [...calls.values()] }
}

function collect(frame: CallFrame, addresses: Set<Address>, created: Set<Hex>, frames: CallFrame[]): void {
  frames.push(frame)
  if (frame.type === 'CREATE' || frame.type === 'CREATE2') {
    created.add(frame.input)
    if (frame.output !== null) created.add(frame.output)
  } else if (frame.to !== null) addresses.add(frame.to)
  for (const call of frame.calls) collect(call, addresses, created, frames)
}
