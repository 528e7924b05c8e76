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
const MAX_KEPT = 500

/**
 * What was executed whole, of a chain as it is: by block, spender and what is known of its creation. Many accounts approve the same contract, and
 * none of it depends on who asks.
 */
const keptOf = new WeakMap<ChainSource, Map<string, Omit<SpenderProbe, 'spender'>>>()

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
  const kept = keptOf.get(chain) ?? new Map<string, Omit<SpenderProbe, 'spender'>>()
  keptOf.set(chain, kept)
  return async (
    block: PinnedBlock,
    { spender }: { spender: Address },
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
    const key = `${block.hash} ${spender} ${creator} ${creation}`
    const before = kept.get(key)
    if (before !== undefined) return before
    const contract = { block, address: spender, bytecode: analysed, proxy, suspects, creation }
    const probe = await gatherPulls({ chain, simulator, analyse }, contract, signal)
    if (probe.cut.length > 0) return probe
    const oldest = kept.keys().next()
    if (kept.size >= MAX_KEPT && oldest.done !== true) kept.delete(oldest.value)
    kept.set(key, probe)
    return probe
  }
}
