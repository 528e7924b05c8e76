import type { Address } from '@redoubt/risk/address.ts'
import type { Bytecode } from '@redoubt/risk/facts/bytecode.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { ChainSource } from '../../rpc/chainSource.ts'
import { isBurnAddress } from '../effects.ts'
import { explorePulls } from '../paths/explore.ts'
import type { Explored } from '../paths/explored.ts'
import { markedInputs } from '../paths/markedInput.ts'
import { TAINT } from '../paths/marks.ts'
import { functionsOf } from './calledFunctions.ts'
import type { FoundPull } from './contractPulls.ts'
import { foreignCalls } from './foreignCalls.ts'
import { obeysItselfOnly } from './obeysItselfOnly.ts'
import { pullsWorld } from './pullsWorld.ts'

/** isValidSignature(bytes32,bytes) of EIP-1271, which answers its own selector. */
const CHECK = '0x1626ba7e'
const ACCEPTED = 0x1626ba7en
const MAX_STEPS = 40_000

/**
 * Returns the keys, fixed in the code of a delegate (EIP-7702), whose signature alone it confirms as its account's: permits and orders in the
 * name of each account that runs the code; and the calls that a delegate makes for others than its account. Empty for code that is no delegate, since it makes calls for others than its own account.
 * `complete`: as `foreignCalls` has it.
 */
export async function acceptedSigners(
  chain: ChainSource,
  { block, address, bytecode }: { block: PinnedBlock; address: Address; bytecode: Bytecode },
  signal: AbortSignal,
): Promise<{ pulls: FoundPull[]; complete: boolean }> {
  const made = bytecode.functions.find(({ selector }) => selector === CHECK)
  if (made === undefined || bytecode.address !== address) return { pulls: [], complete: true }
  const keys = new Set<bigint>()
  const world: Explored = {
    ...pullsWorld(chain, { block, address, powers: [] }, signal),
    left: MAX_STEPS,
    ended: ({ lifted, answer }) => {
      if (answer.length < 4 || answer.word(0).value >> 224n !== ACCEPTED) return
      const signers = lifted.flatMap(({ identity }) => (identity?.who === 'signer' ? [identity] : []))
      const [signer] = signers
      // What the account stores is its own choice, and with its own signature beside it no key acts alone.
      if (signers.length !== 1 || signer === undefined || (signer.otherMarks & ~TAINT.stored) !== 0) return
      if (signer.otherMarks === 0) keys.add(signer.other)
    },
  }
  for (const input of markedInputs(CHECK, 'bytes32,bytes')) await explorePulls(world, input)
  // Code that confirms what its own account signed is a delegate; so what it does for others it does in each account's name.
  const worldOf = () => pullsWorld(chain, { block, address, powers: [] }, signal)
  const listWorld = async (list: bigint) => {
    const at: Address = `0x${list.toString(16).padStart(40, '0')}`
    const functions = functionsOf([await chain.code(block, at, signal)])
    return { world: pullsWorld(chain, { block, address: at, powers: [] }, signal), functions }
  }
  const { found: calls, complete } = keys.has(world.address)
    ? await foreignCalls({ bytecode, worldOf, listWorld }, signal)
    : { found: [], complete: true }
  const foreign = [...keys].filter((key) => key !== world.address && !isBurnAddress(key))
  const asked = { block, account: address, delegate: address, bytecode }
  if (foreign.length === 0 || !(await obeysItselfOnly(chain, asked, signal))) return { pulls: calls, complete }
  const signed = foreign.map((key): FoundPull => {
    const holder: Address = `0x${key.toString(16).padStart(40, '0')}`
    return {
      selector: CHECK,
      signature: 'isValidSignature(bytes32,bytes)',
      guards: [{ by: 'signature', holder }],
      anyCall: false,
      right: 'signatures',
    }
  })
  return { pulls: [...signed, ...calls], complete }
}
