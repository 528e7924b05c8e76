import type { Address } from '@redoubt/risk/address.ts'
import type { Bytecode } from '@redoubt/risk/facts/bytecode.ts'
import type { DelegateActs } from '@redoubt/risk/facts/delegateActs.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import type { Simulator } from '../simulation/simulator.ts'
import { explorePulls } from './paths/explore.ts'
import { markedInputs } from './paths/markedInput.ts'
import { pullsWorld } from './pulls/pullsWorld.ts'
import { takesSignature } from './signatures/takesSignature.ts'
import { unsignedPayments } from './signatures/unsignedPayments.ts'

const MAX_FUNCTIONS = 8
const MAX_STEPS = 60_000

/**
 * What a stranger can do with each account that runs this code (EIP-7702) and signs a call. Null where the code asks for no signature of the account
 * that runs it: it is no delegate’s.
 * @throws SimulationUnavailable, and when the network cannot be read.
 */
export async function delegateCodeActs(
  sources: { chain: ChainSource; simulator: Simulator },
  asked: { block: PinnedBlock; address: Address; bytecode: Bytecode },
  signal: AbortSignal,
): Promise<DelegateActs | null> {
  const { block, address, bytecode } = asked
  if (bytecode.address !== address || bytecode.standard !== null) return null
  if (!(await obeysOwnSignature(sources.chain, asked, signal))) return null
  return { acts: await unsignedPayments(sources, { block, bytecode }, signal), tried: 1, cut: [] }
}

/** Whether a function goes on only where the signer is the account that runs the code. */
async function obeysOwnSignature(
  chain: ChainSource,
  { block, address, bytecode }: { block: PinnedBlock; address: Address; bytecode: Bytecode },
  signal: AbortSignal,
): Promise<boolean> {
  let isAsked = false
  const world = {
    ...pullsWorld(chain, { block, address, powers: [] }, signal),
    left: MAX_STEPS,
    ended: ({ lifted }: { lifted: readonly { identity?: { who: string; other: bigint } }[] }) => {
      isAsked ||= lifted.some(({ identity }) => identity?.who === 'signer' && identity.other === BigInt(address))
    },
  }
  for (const { selector, arguments: types } of bytecode.functions.filter(takesSignature).slice(0, MAX_FUNCTIONS))
    for (const input of markedInputs(selector, types)) {
      signal.throwIfAborted()
      if (!isAsked) await explorePulls(world, input)
    }
  return isAsked
}
