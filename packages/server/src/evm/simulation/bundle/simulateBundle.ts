import { ENTRY_POINTS } from '@redoubt/risk/accounts/knownAddresses.ts'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { CallFrame, OperationOutcome, PaymasterOutcome, Simulation } from '@redoubt/risk/facts/execution.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Transaction, UserOperation } from '@redoubt/risk/facts/transaction.ts'
import { decodeAbiParameters, encodeFunctionData, parseAbi } from 'viem/utils'
import { madeUpAddress } from '../madeUp.ts'
import type { SimulationRequest, Simulator } from '../simulator.ts'
import { withCallResults } from './bundleCode.ts'
import { handleOpsData, initCodeOf, operationOutcome, packed } from './handleOps.ts'
import {
  BUNDLER_BALANCE,
  delegationTo,
  feesOf,
  type Reads,
  type Staged,
  stageBundle,
  stageUserOperation,
  type Wanted,
} from './stageBundle.ts'
import { comparable, nothingMadeUp, otherWays, waysOf } from './waysOf.ts'

const PACKED =
  'struct Packed { address sender; uint256 nonce; bytes initCode; bytes callData; bytes32 accountGasLimits; uint256 preVerificationGas; bytes32 gasFees; bytes paymasterAndData; bytes signature; }'

const UNPACKED =
  'struct Op { address sender; uint256 nonce; bytes initCode; bytes callData; uint256 callGasLimit; uint256 verificationGasLimit; uint256 preVerificationGas; uint256 maxFeePerGas; uint256 maxPriorityFeePerGas; bytes paymasterAndData; bytes signature; }'

/** EntryPoint 0.7 to 0.9. */
const ABI = parseAbi([
  PACKED,
  'function validatePaymasterUserOp(Packed userOp, bytes32 userOpHash, uint256 maxCost)',
  'function postOp(uint8 mode, bytes context, uint256 actualGasCost, uint256 actualUserOpFeePerGas)',
  'function getUserOpHash(Packed userOp)',
])

const ABI_06 = parseAbi([
  UNPACKED,
  'function validatePaymasterUserOp(Op userOp, bytes32 userOpHash, uint256 maxCost)',
  'function postOp(uint8 mode, bytes context, uint256 actualGasCost)',
  'function getUserOpHash(Op userOp)',
])

const DEPOSITS = parseAbi(['function balanceOf(address account)'])

/** `opSucceeded`: the account did what it was called for. */
const OP_SUCCEEDED = 0

/** Gas of an operation whose limits are left to the wallet. */
const USUAL_GAS = { call: 500_000n, verification: 300_000n, preVerification: 60_000n } as const

/** Paymasters are paid thrice the verification before EntryPoint 0.7. */
const VERIFICATIONS_06 = 3n

/** A signature that the wallet has not made yet is as long as one. */
const NO_SIGNATURE: Hex = `0x${'ff'.repeat(32)}${'7a'.repeat(32)}1c`

/** Only an ordinary transaction is told of early: how a bundle's execution reads is settled after all of its runs. */
type Told = Pick<SimulationRequest, 'onExecuted'>

/**
 * Executes a transaction, a bundle (EIP-5792) or a user operation (ERC-4337), each as one transaction in all environments.
 *
 * A bundle runs as an account with EIP-7702 code sends it: from the account to itself. A user operation runs from an unknown
 * submitter to the entry point, which creates the account where it does not exist and calls it. Signature, paymaster and
 * prepayment are left out, because a wallet asks before it signs. For a signed operation, `operation` tells how the entry point
 * itself executes it.
 */
export function createBundleSimulation(simulator: Simulator, chain: Reads) {
  return async function simulate({ onExecuted, ...wanted }: Wanted & Told): Promise<Simulation> {
    const { block, transaction, signal } = wanted
    const { calls, userOperation } = transaction
    if (!calls && !userOperation) return simulator.simulate({ ...wanted, ...(onExecuted && { onExecuted }) })
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
    const done = withCallResults(withOtherWays(named, others), staged)
    if (userOperation) {
      const own = asTheAccount(done, staged, transaction)
      const alone = paid === null ? own : { ...own, paymaster: paid.outcome }
      const operation = await handle(simulator, wanted, { userOperation, alone })
      return operation === null ? alone : { ...alone, operation }
    }
    return done
  }
}

function withOtherWays(simulation: Simulation, ways: Awaited<ReturnType<typeof otherWays>>): Simulation {
  const { environments, runEvents } = simulation
  return {
    ...simulation,
    environments: [...environments, ...ways.map(({ environment }) => environment)],
    ...(runEvents && {
      runEvents: { ...runEvents, others: [...runEvents.others, ...ways.map(({ events }) => events)] },
    }),
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

type Filled = UserOperation & {
  callGasLimit: bigint
  verificationGasLimit: bigint
  preVerificationGas: bigint
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
  signature: Hex
}

/** The operation with what is left to the wallet filled in, because a paymaster computes with it. */
function filled(operation: UserOperation, block: PinnedBlock): Filled {
  const { signature } = operation
  return {
    ...operation,
    callGasLimit: operation.callGasLimit ?? USUAL_GAS.call,
    verificationGasLimit: operation.verificationGasLimit ?? USUAL_GAS.verification,
    preVerificationGas: operation.preVerificationGas ?? USUAL_GAS.preVerification,
    maxFeePerGas: operation.maxFeePerGas ?? block.baseFeePerGas * 2n + 1n,
    maxPriorityFeePerGas: operation.maxPriorityFeePerGas ?? 1n,
    signature: signature === undefined || signature === '0x' ? NO_SIGNATURE : signature,
  }
}

/** How a paymaster is called for one operation; null for an entry point of unknown version. */
function paymasterCalls(operation: UserOperation, block: PinnedBlock) {
  const version = ENTRY_POINTS.get(operation.entryPoint)
  if (version === undefined) return null
  const op = filled(operation, block)
  const { callGasLimit, verificationGasLimit, preVerificationGas, maxFeePerGas, maxPriorityFeePerGas } = op
  const isOld = version === '0.6'
  const old = {
    sender: op.sender,
    nonce: op.nonce,
    initCode: initCodeOf(op),
    callData: op.callData,
    callGasLimit,
    verificationGasLimit,
    preVerificationGas,
    maxFeePerGas,
    maxPriorityFeePerGas,
    paymasterAndData: op.paymasterAndData,
    signature: op.signature,
  }
  const recent = { ...packed(op), signature: op.signature }
  const own = isOld ? 0n : gasOf(op.paymasterAndData)
  const gas = callGasLimit + verificationGasLimit * (isOld ? VERIFICATIONS_06 : 1n) + preVerificationGas + own
  const tipped = block.baseFeePerGas + maxPriorityFeePerGas
  const price = tipped < maxFeePerGas ? tipped : maxFeePerGas
  const prefund = gas * maxFeePerGas
  return {
    /** Asks the entry point for the paymaster's deposit, and what must be in it. */
    deposit: (paymaster: Address): Hex =>
      encodeFunctionData({ abi: DEPOSITS, functionName: 'balanceOf', args: [paymaster] }),
    prefund,
    /** Asks the entry point for the hash that it would sign for. */
    hash: isOld
      ? encodeFunctionData({ abi: ABI_06, functionName: 'getUserOpHash', args: [old] })
      : encodeFunctionData({ abi: ABI, functionName: 'getUserOpHash', args: [recent] }),
    validate: (hash: Hex): Hex =>
      isOld
        ? encodeFunctionData({ abi: ABI_06, functionName: 'validatePaymasterUserOp', args: [old, hash, prefund] })
        : encodeFunctionData({ abi: ABI, functionName: 'validatePaymasterUserOp', args: [recent, hash, prefund] }),
    postOp: (context: Hex, cost: bigint): Hex =>
      isOld
        ? encodeFunctionData({ abi: ABI_06, functionName: 'postOp', args: [OP_SUCCEEDED, context, cost] })
        : encodeFunctionData({ abi: ABI, functionName: 'postOp', args: [OP_SUCCEEDED, context, cost, price] }),
    /** Wei that so much gas costs, with what is paid before it runs. */
    cost: (gasUsed: bigint): bigint => (gasUsed + preVerificationGas) * price,
  }
}

/** Verification and postOp gas, packed behind the paymaster's address since EntryPoint 0.7. */
function gasOf(paymasterAndData: Hex): bigint {
  if (paymasterAndData.length < 2 + 2 * 52) return 0n
  const half = (at: number) => BigInt(`0x${paymasterAndData.slice(2 + 2 * at, 2 + 2 * (at + 16))}`)
  return half(20) + half(36)
}

/** Answer of the paymaster's validation: context for later, and whether its own signature is refused. */
function validationOf(
  trace: CallFrame | null,
  paymaster: Address,
  data: Hex,
): { context: Hex; refused: boolean } | null {
  const frame = trace?.calls.find(({ to, input }) => to === paymaster && input === data)
  if (!frame || frame.error !== null || frame.output === null) return null
  try {
    const [context, validation] = decodeAbiParameters([{ type: 'bytes' }, { type: 'uint256' }], frame.output)
    return { context, refused: BigInt.asUintN(160, validation) === 1n }
  } catch {
    return null
  }
}
