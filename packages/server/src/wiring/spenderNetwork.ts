import type { SpenderProbe } from '../risk/facts/probes.ts'
import type { Address, PinnedBlock } from '../risk/facts.ts'
import { withTimeout } from '../scans/withTimeout.ts'
import type { BytecodeSource } from '../sources/bytecode/createBytecodeSource.ts'
import { resolveProxy } from '../sources/bytecode/proxy/resolveProxy.ts'
import type { ChainSource } from '../sources/chain/chainSource.ts'
import { provenance } from '../sources/history/provenance.ts'
import { gatherPulls } from '../sources/powers/gatherPulls.ts'
import type { Simulator } from '../sources/simulation/simulator.ts'
import type { Verification } from '../sources/verification/createVerification.ts'

/** Milliseconds that a trial waits for the creator, as a contract scan does. */
const CREATOR_WITHIN = 300

/**
 * Tries what a contract does with the tokens of whoever approves it. Part of the composition root.
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
