import type { Address } from '@redoubt/risk/address.ts'
import type { Bytecode } from '@redoubt/risk/facts/bytecode.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { ChainSource } from '../../rpc/chainSource.ts'
import { analysedFunctions, contractPulls, pullsWorld } from './contractPulls.ts'
import { TaintedBytes } from './taintedBytes.ts'

/**
 * Executes a delegate's code in an account's place (EIP-7702) and tells whether each call that it makes needs a call by the account
 * itself. False where not all of its paths could be executed.
 */
export async function obeysItselfOnly(
  chain: ChainSource,
  of: { block: PinnedBlock; account: Address; delegate: Address; bytecode: Bytecode },
  signal: AbortSignal,
): Promise<boolean> {
  const { block, account, delegate, bytecode } = of
  const real = pullsWorld(chain, { block, address: account, powers: 'every call' }, signal)
  const code: typeof real.code = (address) => real.code(address === real.address ? BigInt(delegate) : address)
  if (bytecode.opcodes.selfdestruct) return false
  const payment = { selector: '0x' as const, signature: null, inputs: [new TaintedBytes()] }
  const functions = [payment, ...analysedFunctions({ ...bytecode, standard: null }, '0x')]
  const { pulls, complete } = await contractPulls({ ...real, code }, functions, signal).catch(() => {
    signal.throwIfAborted()
    return { pulls: [], complete: false }
  })
  return complete && bytecode.complete && pulls.length === 0
}
