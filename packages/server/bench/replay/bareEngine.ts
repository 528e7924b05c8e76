import type { Hex } from '@redoubt/risk/address.ts'
import { createChainSource } from '../../src/evm/rpc/createChainSource.ts'
import { rpcStateOverrides, traceBlockOverrides } from '../../src/evm/simulation/engine/engineCall.ts'
import { hardforkAt } from '../../src/evm/simulation/engine/hardfork.ts'
import { SIMULATION_LIMITS } from '../../src/evm/simulation/engine/simulationLimits.ts'
import { prepareRun } from '../../src/evm/simulation/prepareRun.ts'
import { withReplayChild } from './replayChild.ts'

/**
 * Runs a job beside an engine forked at the head of `rpcUrl` exactly like the simulator's child. `bare` is one traced
 * call of the transaction with the fees, gas and block the simulator gives it: call tree with logs and state diff, in
 * parallel, answers parsed.
 * @throws Error when the traced call fails.
 */
export async function withBareEngine(
  rpcUrl: string,
  body: { from: string; to: string; value: string; data: Hex },
  job: (bare: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const source = createChainSource({ chain: 'ethereum', urls: [rpcUrl] })
  const signal = AbortSignal.timeout(600_000)
  try {
    const block = await source.head(signal)
    const [from, to] = [body.from.toLowerCase() as Hex, body.to.toLowerCase() as Hex]
    const transaction = { from, to, value: BigInt(body.value), data: body.data }
    const run = await prepareRun({ block, transaction, signal }, source, SIMULATION_LIMITS.gasCap)
    const overrides = {
      stateOverrides: rpcStateOverrides(run.stateOverrides),
      blockOverrides: traceBlockOverrides(run.next),
    }
    const tracers = [
      { tracer: 'callTracer', tracerConfig: { withLog: true }, ...overrides },
      { tracer: 'prestateTracer', tracerConfig: { diffMode: true }, ...overrides },
    ]
    const hardfork = hardforkAt('ethereum', run.next.number, run.next.timestamp)
    await withReplayChild({ block, source, hardfork }, async (rpc) => {
      await job(async () => {
        const [tree] = await Promise.all(tracers.map((one) => rpc('debug_traceCall', run.transaction, 'latest', one)))
        const { error } = tree as { error?: string }
        if (error !== undefined) throw new Error(`the bare call failed: ${error}`)
      })
    })
  } finally {
    await source.close()
  }
}
