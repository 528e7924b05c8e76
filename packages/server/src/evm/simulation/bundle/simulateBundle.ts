import type { OperationOutcome, PaymasterOutcome, Simulation } from '@redoubt/risk/execution.ts'
import type { BundleCall, Transaction, UserOperation } from '@redoubt/risk/facts/transaction.ts'
import type { Address, Hex, PinnedBlock } from '@redoubt/risk/facts.ts'
import { encodeFunctionData, getContractAddress, parseAbi } from 'viem/utils'
import type { ChainSource } from '../../rpc/chainSource.ts'
import { isDelegation } from '../../rpc/rpcValues.ts'
import { madeUpAddress, madeUpWord } from '../madeUp.ts'
import type { Simulator, StateOverrides } from '../simulator.ts'
import { bundleCode, PLAIN_ACCOUNT } from './bundleCode.ts'
import { withCallResults } from './callResults.ts'
import { executedCallData } from './executeUserOp.ts'
import { handleOpsData, operationOutcome } from './handleOps.ts'
import { nothingMadeUp } from './nothingMadeUp.ts'
import { comparable, otherWays } from './otherWays.ts'
import { paymasterCalls, validationOf } from './paymasterCalls.ts'
import { waysOf } from './waysOf.ts'

/** Gas budget of a user operation's submitter, in wei. */
const BUNDLER_BALANCE = 10n ** 21n
const SENDER_CREATOR = parseAbi(['function createSender(bytes initCode) returns (address)'])

type Reads = Pick<ChainSource, 'code' | 'balance'>
type Wanted = { block: PinnedBlock; transaction: Transaction; signal: AbortSignal }
/** One ordinary transaction that is executed in place of the bundle. */
export type Staged = {
  transaction: Transaction
  stateOverrides: StateOverrides
  calls: BundleCall[]
  atomic: boolean
  /** Temporary address of the account's real code, and the account; null for a plain transaction. */
  ownCode: { at: Address; of: Address } | null
}

/**
 * Executes a transaction, a bundle (EIP-5792) or a user operation (ERC-4337), each as one transaction in all environments.
 *
 * A bundle runs as an account with EIP-7702 code sends it: from the account to itself. A user operation runs from an unknown
 * submitter to the entry point, which creates the account where it does not exist and calls it. Signature, paymaster and
 * prepayment are left out, because a wallet asks before it signs. For a signed operation, `operation` tells how the entry point
 * itself executes it.
 */
export function createBundleSimulation(simulator: Simulator, chain: Reads) {
  return async function simulate({ block, transaction, signal }: Wanted): Promise<Simulation> {
    const { calls, userOperation } = transaction
    if (!calls && !userOperation) return simulator.simulate({ block, transaction, signal })
    const wanted = { block, transaction, signal }
    const plain = await stageBundle(chain, wanted)
    const paid = userOperation ? await runPaid(simulator, chain, wanted, userOperation) : null
    const staged = paid?.staged ?? plain
    const simulation =
      paid?.simulation ?? (await simulator.simulate({ ...plain, account: transaction.from, block, signal }))
    const named = nothingMadeUp(simulation, staged)
    // The paymaster does not affect how the account can be called.
    const ways = comparable(withCallResults(named, staged))
      ? await waysOf(chain, wanted, { staged: plain, gasUsed: simulation.gasUsed })
      : null
    const others = ways === null ? [] : await otherWays(simulator, { block, account: transaction.from, signal }, ways)
    const done = withCallResults({ ...named, environments: [...named.environments, ...others] }, staged)
    if (userOperation) {
      const own = asTheAccount(done, staged, transaction)
      const alone = paid === null ? own : { ...own, paymaster: paid.outcome }
      const operation = await handle(simulator, wanted, { userOperation, alone })
      return operation === null ? alone : { ...alone, operation }
    }
    return done
  }
}

/** Builds the ordinary transaction that runs in place of a bundle or user operation, on state that makes it possible. */
export async function stageBundle(chain: Reads, wanted: Wanted): Promise<Staged> {
  const { calls, userOperation } = wanted.transaction
  if (userOperation) return stageUserOperation(chain, wanted, userOperation)
  if (calls) return stageCalls(chain, wanted, calls)
  return { transaction: wanted.transaction, stateOverrides: {}, calls: [], atomic: true, ownCode: null }
}

async function stageCalls(chain: Reads, { block, transaction, signal }: Wanted, calls: BundleCall[]): Promise<Staged> {
  const { from, atomic = false } = transaction
  const own = await codeOf(chain, { block, address: from, signal })
  const program = stage(block, from, calls, { starter: from, atomic, own })
  const delegate = madeUpAddress(block, 'delegate', program.data)
  const { calls: _calls, atomic: _atomic, ...rest } = transaction
  return {
    transaction: { ...rest, to: from, value: 0n, data: program.data },
    stateOverrides: {
      // A known wallet's delegate would need other code, which contracts can detect.
      [from]: { code: delegationTo(delegate) },
      [delegate]: { code: program.code },
      [program.ownAt]: { code: program.own },
    },
    calls,
    atomic,
    ownCode: { at: program.ownAt, of: from },
  }
}

/** Calls of the paymaster around the account's own call. */
type Payment = { validate: Hex; postOp: Hex | null; atomic: boolean }

async function stageUserOperation(
  chain: Reads,
  { block, transaction, signal }: Wanted,
  operation: UserOperation,
  payment: Payment | null = null,
): Promise<Staged> {
  const { entryPoint, sender, factory, factoryData, paymaster } = operation
  const [own, code] = await Promise.all([entryPoint, sender].map((address) => chain.code(block, address, signal)))
  const delegate = transaction.authorizationList?.at(-1)?.address
  const calls: BundleCall[] = [{ to: sender, value: 0n, data: executedCallData(operation, block.chain) }]
  if (factory !== null && code === '0x' && delegate === undefined) {
    // Every entry point creates its own in its constructor.
    const creator = getContractAddress({ from: entryPoint, nonce: 1n }).toLowerCase() as Address
    const initCode: Hex = `${factory}${factoryData.slice(2)}`
    const exists = (await chain.code(block, creator, signal)) !== '0x'
    const data = encodeFunctionData({ abi: SENDER_CREATOR, functionName: 'createSender', args: [initCode] })
    calls.unshift(exists ? { to: creator, value: 0n, data } : { to: factory, value: 0n, data: factoryData })
  }
  if (payment !== null) {
    calls.splice(-1, 0, { to: paymaster, value: 0n, data: payment.validate })
    if (payment.postOp !== null) calls.push({ to: paymaster, value: 0n, data: payment.postOp })
  }
  const atomic = payment?.atomic ?? true
  // A new address each time: code that recognises the simulation's sender behaves.
  const bundler = madeUpAddress(block, 'bundler', entryPoint, ...calls.map(({ data }) => data))
  const program = stage(block, entryPoint, calls, { starter: bundler, atomic, own: own ?? '0x' })
  return {
    transaction: {
      from: bundler,
      to: entryPoint,
      value: 0n,
      data: program.data,
      ...feesOf(transaction),
    },
    stateOverrides: {
      [bundler]: { balance: BUNDLER_BALANCE },
      [entryPoint]: { code: program.code },
      [program.ownAt]: { code: program.own },
      ...(delegate && { [sender]: { code: delegationTo(delegate) } }),
    },
    calls,
    atomic,
    ownCode: { at: program.ownAt, of: entryPoint },
  }
}

type Paid = {
  outcome: PaymasterOutcome
  /** The execution with the paymaster's calls; null where it does not pay, and only the account is called. */
  staged: Staged | null
  simulation: Simulation | null
}

/**
 * Executes the operation with its paymaster: first the validation, for the context it wants in `postOp`, then all of it. Null
 * without a paymaster. A refusal reverts the whole operation on chain, but may only mean that a signature is missing: the
 * account's calls are then judged without the paymaster.
 */
async function runPaid(
  simulator: Simulator,
  chain: Reads,
  wanted: Wanted,
  operation: UserOperation,
): Promise<Paid | null> {
  const { block, transaction, signal } = wanted
  const { paymaster, entryPoint, sender } = operation
  if (paymaster === null) return null
  const calls = paymasterCalls(operation, block)
  const unpaid = (refusal: string | null, cost = 0n): Paid => {
    return { outcome: { refusal, executed: false, cost }, staged: null, simulation: null }
  }
  if (calls === null) return unpaid(null)
  const delegate = transaction.authorizationList?.at(-1)?.address
  const ask = (data: Hex) =>
    simulator.read({
      block,
      transaction: { from: madeUpAddress(block, 'bundler', entryPoint, data), to: entryPoint, value: 0n, data },
      stateOverrides: delegate ? { [sender]: { code: delegationTo(delegate) } } : {},
      signal,
    })
  const [hash, deposit] = await Promise.all([ask(calls.hash), ask(calls.deposit(paymaster))])
  const validate = calls.validate(hash?.length === 66 ? hash : NO_HASH)
  const probe = await stageUserOperation(chain, wanted, operation, { validate, postOp: null, atomic: true })
  const tried = await simulator.simulate({ ...probe, account: transaction.from, block, signal, environments: 'none' })
  const validation = validationOf(tried.trace, paymaster, validate)
  if (validation === null)
    return unpaid(tried.trace === null ? null : (refusalIn(tried.trace, paymaster) ?? 'validation fails'))
  const cost = calls.cost(tried.gasUsed)
  // Its signature cannot be valid before the wallet has asked for it: its calls are executed all the same.
  const poor = deposit?.length === 66 && BigInt(deposit) < calls.prefund
  const refusal = validation.refused ? 'signature not valid' : poor ? 'deposit too low' : null
  const { context } = validation
  const postOp = context === '0x' ? null : calls.postOp(context, cost)
  const run = async (atomic: boolean) => {
    const staged = await stageUserOperation(chain, wanted, operation, { validate, postOp, atomic })
    return { staged, simulation: await simulator.simulate({ ...staged, account: transaction.from, block, signal }) }
  }
  const whole = await run(true)
  if (whole.simulation.success) return { outcome: { refusal, executed: true, cost }, ...whole }
  // Assets that the paymaster took in validation stay taken when the account's call or `postOp` fails.
  const failure = refusalIn(whole.simulation.trace, paymaster)
  return { outcome: { refusal: failure ?? refusal, executed: true, cost }, ...(await run(false)) }
}

const NO_HASH: Hex = `0x${'00'.repeat(32)}`

/** Returns why the last call to the paymaster fails; null where another call fails. */
function refusalIn(trace: Simulation['trace'], paymaster: Address): string | null {
  const failed = trace?.calls.findLast(({ error }) => error !== null)
  return failed?.to === paymaster ? (failed.revertReason ?? failed.error) : null
}

/**
 * Runs the whole operation through the entry point, fee and paymaster included. Null without a signature to check. The account's
 * calls are judged separately: a fee is no loss, and differs with every block.
 */
async function handle(
  simulator: Simulator,
  { block, transaction, signal }: Wanted,
  { userOperation, alone }: { userOperation: UserOperation; alone: Simulation },
): Promise<OperationOutcome | null> {
  const { entryPoint, sender, signature = '0x' } = userOperation
  const bundler = madeUpAddress(block, 'bundler', entryPoint, signature)
  const data = handleOpsData(userOperation, bundler)
  if (data === null) return null
  const delegate = transaction.authorizationList?.at(-1)?.address
  const handled = await simulator.simulate({
    block,
    account: sender,
    signal,
    environments: 'none',
    transaction: { ...feesOf(transaction), from: bundler, to: entryPoint, value: 0n, data },
    stateOverrides: {
      [bundler]: { balance: BUNDLER_BALANCE },
      ...(delegate && { [sender]: { code: delegationTo(delegate) } }),
    },
  })
  return operationOutcome(handled, alone, userOperation)
}

function stage(
  block: PinnedBlock,
  account: Address,
  calls: BundleCall[],
  how: { starter: Address; atomic: boolean; own: Hex },
) {
  const bytes = calls.map(({ data }) => data.slice(2)).join('')
  const password = madeUpWord(block, 'password', account, bytes)
  const ownAt = madeUpAddress(block, 'own code', account, bytes)
  return {
    data: `${password}${bytes}` as Hex,
    code: bundleCode({ starter: how.starter, password, calls, atomic: how.atomic, ownCode: ownAt }),
    ownAt,
    own: how.own === '0x' ? PLAIN_ACCOUNT : how.own,
  }
}

function feesOf({ gasPrice, maxFeePerGas, maxPriorityFeePerGas }: Transaction): Partial<Transaction> {
  return {
    ...(gasPrice !== undefined && { gasPrice }),
    ...(maxFeePerGas !== undefined && { maxFeePerGas }),
    ...(maxPriorityFeePerGas !== undefined && { maxPriorityFeePerGas }),
  }
}

/** Returns the code that runs for an account: its delegate's under EIP-7702. */
async function codeOf(
  chain: Reads,
  { block, address, signal }: { block: PinnedBlock; address: Address; signal: AbortSignal },
): Promise<Hex> {
  const code = await chain.code(block, address, signal)
  return isDelegation(code) ? chain.code(block, `0x${code.slice(8)}`, signal) : code
}

function delegationTo(address: Address): Hex {
  return `0xef0100${address.slice(2)}`
}

/** Shows the run as the account's. The submitter is not part of the scan; a delegation in the operation is a change like any other. */
function asTheAccount(
  simulation: Simulation,
  { transaction }: Pick<Staged, 'transaction'>,
  asked: Transaction,
): Simulation {
  const { [transaction.from]: _bundler, ...stateDiff } = simulation.stateDiff
  const delegate = asked.authorizationList?.at(-1)?.address
  if (delegate !== undefined) {
    const own = stateDiff[asked.from] ?? { storage: {} }
    stateDiff[asked.from] = { ...own, code: { before: '0x', after: delegationTo(delegate) } }
  }
  return { ...simulation, stateDiff }
}
