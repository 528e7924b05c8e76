import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { CallFrame, RunEvents, Simulation, SimulationEnvironment } from '@redoubt/risk/facts/execution.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { BundleCall, Transaction } from '@redoubt/risk/facts/transaction.ts'
import { encodeAbiParameters, encodeFunctionData, parseAbi } from 'viem/utils'
import type { ChainSource } from '../../rpc/chainSource.ts'
import { isDelegation } from '../../rpc/rpcValues.ts'
import { compareRuns, eventsOfRun } from '../environments/runEnvironments.ts'
import type { CallOutcome, Sequence, Simulator } from '../simulator.ts'
import type { Staged } from './stageBundle.ts'

/** Times the gas's price: what contracts charge and give back for gas does not count. */
const FEES = 4n

/** MetaMask's delegator: what accounts most often delegate to while they send several calls at once. */
const DELEGATE: Address = '0x63c0c19a282a1b52b07dd5a65b58948a07dae32b'
/** ERC-7579, and how it makes several calls: all or nothing, or going on after a failure. */
const EXECUTE = parseAbi(['function execute(bytes32 mode, bytes executionCalldata) payable'])
const ALL_OR_NOTHING: Hex = `0x01${'00'.repeat(31)}`
const GO_ON: Hex = `0x0101${'00'.repeat(30)}`
const EXECUTIONS = [
  {
    type: 'tuple[]',
    components: [
      { name: 'target', type: 'address' },
      { name: 'value', type: 'uint256' },
      { name: 'callData', type: 'bytes' },
    ],
  },
] as const
const MIN_GAS = 2_000_000n
/** Times the base fee, for what is given to accounts so that they can pay for gas. */
const PRICE = 4n

type Reads = Pick<ChainSource, 'code' | 'balance'>
type Wanted = { block: PinnedBlock; transaction: Transaction; signal: AbortSignal }

/**
 * The ways in which a wallet may really send these calls, with no code put anywhere: one by one, and through the delegate of
 * the account (its own, or the most common). A user operation's account is called by the entry point with its own code.
 */
export async function waysOf(
  chain: Reads,
  { block, transaction, signal }: Wanted,
  { staged, gasUsed }: { staged: Staged; gasUsed: bigint },
): Promise<{ main: Sequence; ways: OtherWay[] } | null> {
  const { calls, atomic } = staged
  const { from, userOperation } = transaction
  const gas = gasUsed * 2n > MIN_GAS ? gasUsed * 2n : MIN_GAS
  const payer = userOperation?.entryPoint ?? from
  const [code, balance] = await Promise.all([chain.code(block, from, signal), chain.balance(block, payer, signal)])
  // Nothing more than gas may cost: riches show.
  const funds = balance + gas * PRICE * BigInt(calls.length + 1) * (block.baseFeePerGas + 10n ** 9n)
  const sequence = (transactions: readonly Transaction[], own?: Hex): Sequence => ({
    blocks: [{ calls: transactions.map((one) => ({ ...one, gas })) }],
    stateOverrides: { [payer]: { balance: funds, ...(own && { code: own }) } },
  })
  const main: Sequence = {
    blocks: [{ calls: [{ ...staged.transaction, gas }] }],
    stateOverrides: { ...staged.stateOverrides, [payer]: { ...staged.stateOverrides[payer], balance: funds } },
  }
  if (userOperation) {
    const [call, ...more] = calls
    if (!call || more.length > 0 || transaction.authorizationList?.length) return null
    const direct = sequence([{ from: payer, ...call }])
    return {
      main,
      ways: [{ name: 'entry-point-itself', varies: ['ORIGIN', 'EXTCODEHASH'], probing: true, sequence: direct }],
    }
  }
  const delegated = isDelegation(code)
  if (code !== '0x' && !delegated) return null
  const ways: OtherWay[] = []
  const alone = calls.map((call): Transaction => ({ from, ...call }))
  if (!atomic) ways.push({ name: 'one-by-one', varies: ['EXTCODESIZE'], probing: false, sequence: sequence(alone) })
  const delegate: Address = delegated ? `0x${code.slice(8)}` : DELEGATE
  const data = executed(calls, atomic)
  if (data !== null && (await chain.code(block, delegate, signal)) !== '0x')
    ways.push({
      name: 'wallet-delegate',
      varies: ['EXTCODEHASH'],
      probing: true,
      sequence: sequence([{ from, to: from, value: 0n, data }], `0xef0100${delegate.slice(2)}`),
    })
  return { main, ways }
}

/** The account's call of itself; null where the calls create a contract, which delegates do not do. */
function executed(calls: readonly BundleCall[], atomic: boolean): Hex | null {
  const executions = calls.flatMap(({ to, value, data }) =>
    to === null ? [] : [{ target: to, value, callData: data }],
  )
  if (executions.length < calls.length) return null
  const args = [atomic ? ALL_OR_NOTHING : GO_ON, encodeAbiParameters(EXECUTIONS, [executions])] as const
  return encodeFunctionData({ abi: EXECUTE, functionName: 'execute', args })
}

/**
 * Another way in which the same calls may reach the chain. `probing`: only what it takes counts, as a failure may be due to
 * the way itself.
 */
type OtherWay = { name: string; varies: readonly string[]; probing: boolean; sequence: Sequence }

/**
 * Runs what a bundle or user operation does in the other ways it may be sent, and as it is, and compares what the account
 * loses, coins included. Code can tell them apart, and steal in one of them only.
 * @returns Nothing where the engine refused the run as it is.
 */
export async function otherWays(
  simulator: Pick<Simulator, 'simulateSequences'>,
  { block, account, signal }: { block: PinnedBlock; account: Address; signal: AbortSignal },
  { main, ways }: { main: Sequence; ways: readonly OtherWay[] },
): Promise<{ environment: SimulationEnvironment; events: RunEvents['others'][number] }[]> {
  if (ways.length === 0) return []
  const sequences = [main, ...ways.map(({ sequence }) => sequence)]
  const [ours = null, ...others] = await simulator
    .simulateSequences({ block, sequences, signal, transfers: true })
    .catch(() => [null])
  signal.throwIfAborted()
  const outcome = together(ours)
  if (outcome === null) return []
  const dust = FEES * outcome.gasUsed * block.baseFeePerGas
  return ways.flatMap(({ name, varies, probing }, index) => {
    const answer = together(others[index] ?? null)
    if (probing && !answer?.success) return []
    const environment = compareRuns(
      { name, kind: 'sender', varies, apply: () => null },
      { coinbase: block.coinbase, sender: account, called: null, value: 0n, dust, outcome },
      { coinbase: block.coinbase, answer: answer ?? undefined },
    )
    return { environment, events: eventsOfRun(name, answer ?? undefined) }
  })
}

/** Several transactions as one; what a failed one moved did not happen. */
function together(outcomes: readonly CallOutcome[] | null) {
  return (
    outcomes && {
      output: '0x' as const,
      gasUsed: outcomes.reduce((sum, { gasUsed }) => sum + gasUsed, 0n),
      success: outcomes.every(({ success }) => success),
      logs: outcomes.flatMap(({ success, logs }) => (success ? logs : [])),
    }
  )
}

/** Whether there is anything to compare: a run that was cut short, or refused, proves nothing about its calls. */
export function comparable({ trace, calls, outcome }: Simulation): boolean {
  return trace !== null && !!calls && outcome !== 'rejected'
}

/** Returns the simulation with the account's own code under the account's address, in place of its temporary address. */
export function nothingMadeUp(simulation: Simulation, { ownCode }: Pick<Staged, 'ownCode'>): Simulation {
  if (ownCode === null) return simulation
  const real = (address: Address): Address => (address === ownCode.at ? ownCode.of : address)
  const renamed = (frame: CallFrame): CallFrame => ({
    ...frame,
    from: real(frame.from),
    to: frame.to && real(frame.to),
    calls: frame.calls.map(renamed),
  })
  return {
    ...simulation,
    trace: simulation.trace && renamed(simulation.trace),
    ...(simulation.environmentBranches && {
      environmentBranches: simulation.environmentBranches.map((branch) => ({
        ...branch,
        contract: real(branch.contract),
      })),
    }),
  }
}
