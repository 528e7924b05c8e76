import { CHAINS, type Chain } from '@redoubt/risk/chain.ts'
import { byChain } from '../chains/index.ts'
import type { WitnessedKind } from '../domain/verdict.ts'
import { clearSignMessage } from '../evm/decode/message/clearSignMessage.ts'
import { parseMessage } from '../evm/decode/message/parseMessage.ts'
import { recogniseMessage } from '../evm/decode/message/recogniseMessage.ts'
import { wholeParameters } from '../evm/decode/message/wholeParameters.ts'
import type { HistoryReader } from '../evm/history/wallet/historyAnswer.ts'
import { createChainSource } from '../evm/rpc/createChainSource.ts'
import { withMadeUpSeed } from '../evm/simulation/madeUp.ts'
import { withPatience } from '../lib/patience.ts'
import { createContractScan } from '../usecases/scans/contract/scanContract.ts'
import { createMessageScan } from '../usecases/scans/message/scanMessage.ts'
import type { ScanContext, ScanOwner } from '../usecases/scans/scanContext.ts'
import { createTransactionScan } from '../usecases/scans/transaction/scanTransaction.ts'
import type { TransactionSources } from '../usecases/scans/transaction/transactionSources.ts'
import type { WitnessedScan } from '../usecases/scans/witnessedScan.ts'
import type { Tape } from '../witness/tape.ts'
import { tapedChain, tapedIntel, tapedReader, tapedVerification } from '../witness/tapedPorts.ts'
import type { WitnessSettings } from '../witness/verdictFile.ts'
import type { NetworkOptions, Networks, SharedSources } from './networkSources.ts'
import { createNetworks } from './networks.ts'

/** Of every execution, in milliseconds, whatever the request says: what a deadline cuts off depends on the machine. */
const DEADLINE_MS = 120_000
/** Times the usual limits of the parts of a scan. */
const PATIENCE = 10
/** Milliseconds for reads under way when the scan has its answer. */
const SETTLE_MS = 2_000
/** Members of an answer that rest on what an account keeps here. */
export const LEFT_OUT = ['policy'] as const

/** What reads go to that were not made before. */
export type LiveSources = {
  networks: Networks
  options: NetworkOptions
  /** Adds what only the account knows. */
  own<Sources extends TransactionSources>(sources: Sources): Sources
  policyGate: Parameters<typeof createTransactionScan>[2]
  owner: ScanOwner
}

export type Execution = {
  result: Awaited<ReturnType<ReturnType<typeof scansOn>[WitnessedKind]>>
  /** The answer as JSON, without what is left out. */
  answer: string
}

/**
 * Executes a scan with a composition of its own, where everything from outside passes through a tape: nothing that this process
 * remembers enters it. Part of the composition root.
 * @param live null: nothing but the reads is known, and nothing is asked.
 */
export async function executeWitnessed(
  scan: WitnessedScan,
  {
    tape,
    settings,
    live,
    bytecode,
  }: {
    tape: Tape
    settings: WitnessSettings
    live: LiveSources | null
    bytecode: SharedSources['bytecode']
  },
  context: Omit<ScanContext, 'environment' | 'accountId'>,
): Promise<Execution> {
  const networks = createNetworks({
    ...tapedOptions(settings, tape, live),
    shared: { bytecode, chains: tapedChains(tape, live) },
  })
  try {
    const scans = scansOn(networks, tape, live)
    const asked = {
      ...context,
      environment: settings.environment,
      ...(live?.owner.accountId && { accountId: live.owner.accountId }),
    }
    const deadlineMs = DEADLINE_MS
    const run = () => {
      if (scan.kind === 'transaction') return scans.transaction({ ...scan.input, deadlineMs }, asked)
      if (scan.kind === 'message') return scans.message({ ...scan.input, deadlineMs }, asked)
      return scans.contract({ ...scan.input, deadlineMs }, asked)
    }
    const result = await withPatience(PATIENCE, () => withMadeUpSeed(Buffer.from(settings.seed, 'hex'), run))
    await tape.settle(live === null ? 0 : SETTLE_MS)
    return { result, answer: answerOf(result) }
  } finally {
    await networks.close()
  }
}

/** The answer as a verdict holds it. */
function answerOf(result: object): string {
  const left: readonly string[] = LEFT_OUT
  return JSON.stringify(Object.fromEntries(Object.entries(result).filter(([member]) => !left.includes(member))))
}

function tapedChains(tape: Tape, live: LiveSources | null): SharedSources['chains'] {
  return Object.fromEntries(
    CHAINS.map((chain) => [
      chain,
      {
        ...createChainSource({ chain, urls: [] }),
        ...tapedChain(chain, tape, live?.networks.shared.chains[chain] ?? null),
      },
    ]),
  ) as SharedSources['chains']
}

function tapedOptions(settings: WitnessSettings, tape: Tape, live: LiveSources | null): NetworkOptions {
  const readers = live?.options.historyExplorers ?? []
  const reader = (source: string): HistoryReader | null => readers.find((one) => one.source === source) ?? null
  const recentBlocks = Object.entries(settings.recentBlocks).map(([chain, blocks]) => [chain, BigInt(blocks)])
  return {
    // Never connected: their number says which networks there are.
    rpcUrls: byChain((chain) => (settings.chains.includes(chain) ? ['http://recorded.invalid'] : [])),
    rpcTimeoutMs: DEADLINE_MS,
    simulatorChildren: MAX_CHILDREN,
    ...(live?.options.simulation && { simulation: live.options.simulation }),
    intel: tapedIntel(tape, live?.options.intel ?? null),
    // Scans have theirs from `scansOn`.
    origin: () => Promise.reject(new Error('the origin of a witnessed scan is read through the tape')),
    intelAsOf: () => settings.intelAsOf,
    listRevision: async () => settings.listRevision,
    verification: tapedVerification(tape, live?.options.verification ?? null),
    historyExplorers: settings.readers.map((named) => tapedReader(named, tape, reader(named.source))),
    compareEndpoints: settings.compareEndpoints,
    recentBlocks: Object.fromEntries(recentBlocks) as Partial<Record<Chain, bigint>>,
    now: () => settings.clock,
  }
}

/** Engines of one execution: a scan reads one block of one network, mostly. */
const MAX_CHILDREN = 2

function scansOn(networks: Networks, tape: Tape, live: LiveSources | null) {
  const asker = live === null ? {} : { ...(live.owner.onBusy && { onBusy: live.owner.onBusy }) }
  const sources = networks.askedBy(asker)
  const taped = <Sources extends TransactionSources>(bare: Sources): Sources => {
    const own = live === null ? null : live.own({ ...bare, origin: live.options.origin })
    return {
      ...bare,
      origin: (url) => tape.read('origin', [url], own && (() => own.origin(url))),
      knownParties: (targets, signal) =>
        tape.read('parties', [targets], own && (async () => (await own.knownParties?.(targets, signal)) ?? []), signal),
    }
  }
  return {
    transaction: createTransactionScan(
      async (_, chain) => taped(sources.transactionSources(chain)),
      null,
      live?.policyGate ?? null,
    ),
    message: createMessageScan(
      async (_, chain) => taped(sources.messageSources(chain)),
      { parse: parseMessage, recognise: recogniseMessage, clearSign: clearSignMessage, parameters: wholeParameters },
      null,
      live?.policyGate ?? null,
    ),
    contract: createContractScan(async (_, chain) => sources.contractSources(chain)),
  }
}
