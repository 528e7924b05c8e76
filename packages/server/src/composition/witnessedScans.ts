import { randomBytes } from 'node:crypto'
import { CHAINS } from '@redoubt/risk/chain.ts'
import { RULESET_VERSION } from '@redoubt/risk/engine/score.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { MAX_WITNESS_BYTES, type VerdictSigner } from '../domain/verdict.ts'
import { ApiError } from '../errors.ts'
import { createBytecodeSource } from '../evm/bytecode/createBytecodeSource.ts'
import { createSemaphore, SemaphoreFull } from '../lib/semaphore.ts'
import type { Witnessed, WitnessedScan } from '../usecases/scans/witnessedScan.ts'
import { createTape, type Reads } from '../witness/tape.ts'
import { namedReader } from '../witness/tapedPorts.ts'
import { type WitnessSettings, writeVerdict } from '../witness/verdictFile.ts'
import { toJson } from '../witness/witnessValue.ts'
import { codeDigest } from './codeDigest.ts'
import { type Execution, executeWitnessed, LEFT_OUT, type LiveSources } from './executeWitnessed.ts'

/** Executions until two of the same reads give the same answer. */
const MAX_EXECUTIONS = 4
/** Milliseconds after which no further execution begins. */
const MAX_MS = 20_000
/** Milliseconds after which an execution ends with what it has, and those after which it may have met a limit of its own. */
const LONGEST_MS = 60_000
const DOUBTFUL_MS = 30_000
/** Each has engines of its own. Few wait: each holds a place of the queue, and takes seconds. */
const AT_ONCE = 2
const MAX_WAITING = 2
const RETRY_AFTER_S = 10

/**
 * Builds scans with a witness: a scan is executed until all that it reads is known and the same reads give the same answer twice. That answer
 * is the scan's. Part of the composition root.
 */
export function createWitnessedScans(signer: VerdictSigner, { clearSigning }: Pick<WitnessSettings, 'clearSigning'>) {
  const turns = createSemaphore(AT_ONCE, MAX_WAITING)
  return (
    scan: WitnessedScan,
    live: LiveSources,
    context: Parameters<typeof executeWitnessed>[2],
  ): Promise<Witnessed> => {
    // What is told while it goes on is told once.
    const { onFact: _, ...untold } = context
    const execute = async (): Promise<Witnessed> => {
      const settings = await settingsOf(live, clearSigning)
      const reads: Reads = new Map()
      const began = performance.now()
      let last: Execution | null = null
      for (let times = 0; times < MAX_EXECUTIONS && performance.now() - began < MAX_MS; times++) {
        const tape = createTape(reads, MAX_WITNESS_BYTES)
        const started = performance.now()
        const signal = AbortSignal.any([context.signal, AbortSignal.timeout(LONGEST_MS)])
        // What was analysed before comes sooner, and another order of reads with it: every execution begins with nothing, as a replay does.
        const bytecode = createBytecodeSource()
        const execution = await executeWitnessed(
          scan,
          { tape, settings, live, bytecode },
          { ...(times === 0 ? context : untold), signal },
        ).finally(() => bytecode.close())
        // An answer that was cut off because its client left is no verdict.
        context.signal.throwIfAborted()
        const { result, answer } = execution
        if (tape.isFull()) return { result, witness: { kept: false, reason: 'too-large' }, verdict: null }
        const isInTime = performance.now() - started < DOUBTFUL_MS
        if (isInTime && tape.asked() === 0 && answer === last?.answer)
          return signed(scan, { settings, reads, execution, code: await codeDigest() }, signer)
        last = execution
      }
      if (last === null) throw new Error('a witnessed scan was not executed')
      return { result: last.result, witness: { kept: false, reason: 'not-repeatable' }, verdict: null }
    }
    return turns.run(execute, context.signal).catch(refused)
  }
}

function refused(error: unknown): never {
  if (!(error instanceof SemaphoreFull)) throw error
  const busy = { detail: 'Too many scans with a witness are waiting.', retryAfter: RETRY_AFTER_S }
  throw new ApiError('OVERLOADED', busy, { cause: error })
}

async function settingsOf(
  { networks, options, owner }: LiveSources,
  clearSigning: string | null,
): Promise<WitnessSettings> {
  const recentBlocks = Object.entries(options.recentBlocks ?? {}).map(([chain, blocks]) => [chain, String(blocks)])
  return {
    environment: owner.environment,
    clock: Date.now(),
    seed: randomBytes(32).toString('hex'),
    chains: CHAINS.filter((chain) => options.rpcUrls[chain].length > 0 && networks.shared.chains[chain] !== undefined),
    compareEndpoints: options.compareEndpoints ?? false,
    recentBlocks: Object.fromEntries(recentBlocks),
    intelAsOf: options.intelAsOf(),
    listRevision: await options.listRevision(),
    readers: options.historyExplorers.map(namedReader),
    clearSigning,
  }
}

function signed(
  { kind, input }: WitnessedScan,
  {
    settings,
    reads,
    execution: { result, answer },
    code,
  }: { settings: WitnessSettings; reads: Reads; execution: Execution; code: string },
  signer: VerdictSigner,
): Witnessed {
  const verdict = {
    kind,
    madeAt: new Date(settings.clock).toISOString(),
    rulesetVersion: RULESET_VERSION,
    software: packageJson.version,
    code,
    settings,
    input: toJson(input),
    answer,
    leftOut: [...LEFT_OUT],
    reads,
  }
  const file = writeVerdict(verdict, signer)
  if (file === null) return { result, witness: { kept: false, reason: 'too-large' }, verdict: null }
  const { text, kid } = file
  return { result, witness: { kept: true, kid, bytes: text.length, reads: reads.size }, verdict: text }
}
