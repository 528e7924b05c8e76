import type { Address } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { SpenderProbe } from '@redoubt/risk/facts/probes.ts'
import type { BytecodeSource } from '../evm/bytecode/createBytecodeSource.ts'
import { resolveProxy } from '../evm/bytecode/proxy/resolveProxy.ts'
import { provenance } from '../evm/history/provenance.ts'
import { gatherPulls } from '../evm/privileges/gatherPulls.ts'
import type { ChainSource } from '../evm/rpc/chainSource.ts'
import type { Simulator } from '../evm/simulation/simulator.ts'
import type { Verification } from '../evm/verification/createVerification.ts'
import { withTimeout } from '../lib/withTimeout.ts'

/** Milliseconds that a probe waits for the creator, as a contract scan does. */
const CREATOR_WITHIN = 300

/**
 * Builds the probe of what a contract does with the tokens of accounts that approve it. Part of the composition root.
 * @throws when the code cannot be read, analysed or executed.
 */
export function createSpenderProbe(sources: {
  chain: ChainSource
  simulator: Simulator
  bytecode: BytecodeSource
  verification: Verification
}) {
  const { chain, simulator, bytecode, verification } = sources
  return async (
    block: PinnedBlock,
    { spender, maxMs }: { spender: Address; maxMs: number },
    signal: AbortSignal,
  ): Promise<Omit<SpenderProbe, 'spender'>> => {
    const known = withTimeout(
      provenance({ chain, verification }, { block, address: spender }, signal).catch(() => null),
      CREATOR_WITHIN,
    )
    const code = await chain.code(block, spender, signal)
    const proxy = await resolveProxy(chain, { block, address: spender, code }, signal)
    const running = proxy?.implementations[0] ?? spender
    const runtime = running === spender ? code : await chain.code(block, running, signal)
    const analyse = (address: Address, of: typeof code, within: AbortSignal) =>
      bytecode.analyse({ address, code: of, abi: null }, within)
    const analysed = await analyse(running, runtime, signal)
    if (analysed === null) throw new Error('the code of the spender could not be analysed')
    const { creator = null, creationTransaction: creation = null } = (await known) ?? {}
    const suspects = creator === null ? [] : [creator]
    const contract = { block, address: spender, bytecode: analysed, proxy, suspects, creation }
    return gatherPulls({ chain, simulator, analyse }, { ...contract, maxMs }, signal)
  }
}
