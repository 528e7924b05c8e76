import { setTimeout as delay } from 'node:timers/promises'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { CallFrame, Simulation } from '@redoubt/risk/facts/execution.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import { RpcError } from '../rpc/jsonRpc.ts'
import { isDelegation, MalformedAnswer } from '../rpc/rpcValues.ts'
import { remember } from '../rpc/stateCache.ts'
import { gasCeiling, maxForBlobs } from './admission.ts'
import { assembleFlat, assembleSimulation, refusedSimulation } from './assembleSimulation.ts'
import { type CalledCode, environmentBranches } from './branches/environmentBranches.ts'
import { minedEnvironments } from './branches/minedEnvironments.ts'
import type { AnvilChild } from './engine/anvilChild.ts'
import type { Suspicion } from './engine/containment.ts'
import { ChildLost, type EngineBounds, engineBounds } from './engine/engineCall.ts'
import { rulesOf } from './engine/hardfork.ts'
import { SHIM_ERROR } from './engine/shimMethods.ts'
import { type EnvironmentRead, environmentOpcodes } from './environments/environmentOpcodes.ts'
import { OTHER_COINBASES } from './environments/otherCoinbases.ts'
import { runEnvironments } from './environments/runEnvironments.ts'
import type { FlatOutcome } from './flatRun.ts'
import { inputKey, type PreparedRun, prepareRun, topUp } from './prepareRun.ts'
import { type TreeOutcome, treeRun } from './readCallTree.ts'
import type { RunnerParts } from './runnerParts.ts'
import type { Screen } from './screen.ts'
import { type SimulationRequest, SimulationUnavailable } from './simulator.ts'
import { isSmallByGas, smallRun } from './smallRun.ts'

/** Functions looked into; a transaction that calls more is a batch of the same. */
const MAX_CALLS = 40

/** Caches code of accounts only: strangers can invent any amount of creation code, which never recurs. */
const scan = remember(500, environmentOpcodes)

/** Reads of the environment in which a branch is worth looking for: what else there is, is not the environment's. */
const WORTH_A_LOOK = [
  ...['COINBASE', 'PREVRANDAO', 'GASLIMIT', 'BASEFEE', 'GASPRICE', 'BLOBBASEFEE', 'BLOCKHASH', 'BALANCE', 'GAS'],
  ...['TIMESTAMP', 'NUMBER', 'SLOTNUM'],
]

/** Milliseconds until what failed for want of state is tried again: longer than the first back-offs of an endpoint. */
const STATE_RETRIES_MS = [300, 900, 2_000]
/** Share of the gas limit from which a failed run is taken to have run out of gas, in percent. */
const EXHAUSTED_PERCENT = 95n

/** Executes one transaction: screen, call tree and diff, environments. */
export function createRunner({ pool, contain, oversized, sourceOf, limits }: RunnerParts, screen: Screen) {
  const bounds = engineBounds(limits, limits.maxFlatBytes)

  /** A balance too small for the gas the run needs shows as running out of gas: then it is run with enough. */
  async function affordable(key: string, run: PreparedRun, signal: AbortSignal) {
    const first = await screen(key, run, signal).catch((error: unknown) => {
      if (run.gasLimitedByBalance && error instanceof RpcError && !isShimError(error)) return 'refused' as const
      throw error
    })
    const exhausted =
      first === 'refused' ||
      (first !== null && !first.success && first.gasUsed * 100n >= run.gasLimit * EXHAUSTED_PERCENT)
    if (!run.gasLimitedByBalance || !exhausted) return { run, screened: first === 'refused' ? null : first }
    const hardfork = rulesOf(run.block, run.next)
    const rich = topUp(run, 0n, gasCeiling(run.block, hardfork, limits.gasCap))
    const screened = await screen(key, rich, signal)
    const needed = run.source.value + maxForBlobs(run.source) + (screened?.gasUsed ?? rich.gasLimit) * run.fees.cap
    const shortfall = needed > run.sender.balance ? needed - run.sender.balance : null
    return { run: { ...rich, shortfall }, screened }
  }

  /** The price of blobs is the engine's to know: it refuses a fee that is below. */
  async function blobsPaid(key: string, run: PreparedRun, signal: AbortSignal): Promise<PreparedRun> {
    const offered = run.source.maxFeePerBlobGas
    if (offered === undefined || run.rejection !== null) return run
    const priced = { ...run, transaction: { ...run.transaction, maxFeePerBlobGas: `0x${offered.toString(16)}` } }
    const low = await screen(key, priced, signal).then(
      () => false,
      (error: unknown) => error instanceof RpcError && /blob_gas_price/.test(error.message),
    )
    if (!low) return run
    return { ...run, rejection: `blob fee too low: ${offered} wei per blob gas offered, the next block asks for more` }
  }

  return async function simulate(request: SimulationRequest, environments: boolean): Promise<Simulation> {
    const { block, signal } = request
    const key = inputKey(request)
    const source = sourceOf(block)
    signal.throwIfAborted()
    pool.warm(block)
    const prepared = await prepareRun(request, source, limits.gasCap)
    const varied = async (
      child: AnvilChild,
      { run, executed, before }: { run: PreparedRun; executed: Simulation; before: Suspicion | null },
      main: FlatOutcome | null,
      traced: TreeOutcome | null,
    ): Promise<Simulation> => {
      // What is read then may be what the first child was lost to: a repetition has its child to itself.
      if (before === null) request.onExecuted?.(executed)
      if (!environments || main === null) return executed
      const root = traced?.tree ? traced.root : null
      const how = { child, run, main, root, source, signal, bounds, gasCap: limits.gasCap }
      return { ...executed, ...(await varyRun(how)) }
    }
    const executeSmall = async (child: AnvilChild, before: Suspicion | null) => {
      // What a child was lost to is not small.
      const done = before === null ? await smallRun(child, prepared, { pool, limits }) : null
      if (done === null) return null
      const { screened, traced } = done
      const executed = assembleSimulation(prepared, screened, traced)
      return varied(child, { run: prepared, executed, before }, screened, traced)
    }
    const execute = async () => {
      if (isSmallByGas(prepared, limits) && oversized.get(key) === undefined) {
        const simulation = await contain({ key: () => key, block, heavy: false, signal, run: executeSmall })
        if (simulation !== null) return simulation
      }
      const { run, screened } = await affordable(key, await blobsPaid(key, prepared, signal), signal)
      const heavy =
        run.source.to === null ||
        screened === null ||
        screened.gasUsed > limits.sacrificeAboveGas ||
        oversized.get(key) !== undefined
      const job = async (child: AnvilChild, before: Suspicion | null) => {
        // A child of its own that died of it, or had no time, died of the tracing: what the flat run says must do.
        const isTooMuch = before !== null && (before.byInput || (heavy && before.outOfTime))
        const level = isTooMuch ? 'flat' : (oversized.get(key) ?? 'tree')
        if (level === 'flat' && screened !== null) {
          // A busy machine proves nothing about the input.
          if (before?.byInput) oversized.put(key, 'flat')
          const executed = await assembleFlat(run, screened, (address) => source.balance(block, address, signal))
          return varied(child, { run, executed, before }, screened, null)
        }
        const isSmall = level === 'tree' && screened !== null && screened.gasUsed <= limits.smallTreeGas
        const wanted = isSmall ? 'small-tree' : level === 'tree' ? 'tree' : 'top-call'
        const traced = await treeRun(child, run, limits, wanted)
        if (!traced.tree) {
          oversized.put(key, 'top-call')
          pool.retire(child)
        }
        const executed = assembleSimulation(run, screened, traced)
        return varied(child, { run, executed, before }, screened, traced)
      }
      return await contain({ key: () => key, block, heavy, signal, run: job })
    }
    try {
      return await withState(execute, signal)
    } catch (error) {
      return refused(prepared, error)
    }
  }
}

/** A refusal by the engine is a rejected transaction, unless the state or the engine itself failed. */
function refused(run: PreparedRun, error: unknown): Simulation {
  if (error instanceof MalformedAnswer || error instanceof ChildLost)
    throw new SimulationUnavailable('engine', 'The execution engine gave no usable answer.', { cause: error })
  if (!(error instanceof RpcError)) throw error
  if (isShimError(error))
    throw new SimulationUnavailable('state', 'State the transaction needs could not be read.', { cause: error })
  if (/fatal|database|internal|panic|fork|provider|transport|timed? ?out|http error|failed to get/i.test(error.message))
    throw new SimulationUnavailable('engine', 'The execution engine failed.', { cause: error })
  return refusedSimulation(run, error.message)
}

/** The upstream may still be busy with the discovery of this very input, and soon answers again. */
async function withState<Value>(execute: () => Promise<Value>, signal: AbortSignal): Promise<Value> {
  for (const pause of STATE_RETRIES_MS) {
    try {
      return await execute()
    } catch (error) {
      if (!(error instanceof RpcError && isShimError(error))) throw error
      await delay(pause, undefined, { signal })
    }
  }
  return execute()
}

function isShimError(error: RpcError): boolean {
  return error.message.includes(SHIM_ERROR)
}

/**
 * Runs a transaction under other circumstances: the fixed environments, and values that the code on its path compares
 * with. Without a call tree the path is unknown, and only the fixed environments run, all of them.
 */
async function varyRun({
  child,
  run,
  main,
  root,
  source,
  signal,
  bounds,
  gasCap,
}: {
  child: AnvilChild
  run: PreparedRun
  main: FlatOutcome
  root: CallFrame | null
  source: ChainSource
  signal: AbortSignal
  bounds: EngineBounds
  gasCap: bigint
}): Promise<Pick<Simulation, 'environments' | 'runEvents' | 'environmentsLeftOut' | 'environmentBranches'>> {
  const how = { bounds, gasCap }
  if (root === null) {
    const { leftOut, ...runs } = await runEnvironments(child, run, main, { opcodes: null, mined: [] }, how)
    return { ...runs, environmentsLeftOut: leftOut }
  }
  const touched = await touchedCode(root, run, source, signal)
  const opcodes = touchedOpcodes(root, run, touched)
  const looked = WORTH_A_LOOK.some((opcode) => opcodes.has(opcode))
  const asked = await environmentBranches(looked ? touched.calls : [], (address, slot) =>
    source.storage(run.block, address, slot, signal),
  )
  const mined = minedEnvironments(asked, touched.codes, run)
  const { leftOut, ...runs } = await runEnvironments(child, run, main, { opcodes, mined }, how)
  return { ...runs, environmentsLeftOut: leftOut, environmentBranches: asked.branches }
}

/**
 * Everything of its surroundings that the code a call tree ran can read, creation code included. What a call forwards as
 * gas counts as read only where a frame failed: the environments forward more, which frames that had enough do not see.
 * The balance of the executing account counts only where that is an account whose balance the environments change.
 */
function touchedOpcodes(
  trace: CallFrame,
  { source: transaction, next }: PreparedRun,
  { codes, created }: TouchedCode,
): ReadonlySet<EnvironmentRead> {
  const found = new Set([
    ...[...codes.values()].flatMap((code) => [...scan(code)]),
    ...created.flatMap((code) => [...environmentOpcodes(code)]),
  ])
  if (found.delete('CALL_GAS') && anyFailed(trace)) found.add('GAS')
  const varied = [transaction.from, next.coinbase, ...OTHER_COINBASES]
  const variedRuns = created.length > 0 || varied.some((address: Address) => (codes.get(address) ?? '0x') !== '0x')
  if (found.delete('OWN_BALANCE') && variedRuns) found.add('BALANCE')
  return found
}

function anyFailed(frame: CallFrame): boolean {
  return frame.error !== null || frame.calls.some(anyFailed)
}

/** The code that a call tree ran. */
type TouchedCode = {
  /** By address, delegations followed; `0x` for accounts without. */
  codes: Map<Address, Hex>
  /** Creation code and what it left. */
  created: Hex[]
  /** Each function of each contract once, in the order of the calls. */
  calls: CalledCode[]
}

/** Reads the code of every account in a call tree, as it was before the transaction, creation code included. */
async function touchedCode(
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
