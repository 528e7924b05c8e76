import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Simulation } from '@redoubt/risk/facts/execution.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { BundleCall, Transaction, UserOperation } from '@redoubt/risk/facts/transaction.ts'
import { privateKeyToAccount } from 'viem/accounts'
import { encodeFunctionData, keccak256, parseAbi } from 'viem/utils'
import { assemble } from '../testing/assembler.ts'
import { openWorld, type SimulationWorld } from '../testing/simulationWorld.ts'
import { createBundleSimulation } from './simulateBundle.ts'

const at = (digits: string): Address => `0x${digits.padStart(40, '0')}`
const ETHER = 10n ** 18n
const SENDER = at('5e4de1')
const CONTRACT_WALLET = at('c0de')
const COUNTER = at('a1')
const REVERTER = at('a2')
const WITNESS = at('a3')
const CALLBACK = at('a4')
const SIGNATURE_ASKER = at('a5')
const FRIEND = at('f12e2d')
const SAVER = at('5a4e4')
const ENTRY_POINT: Address = '0x0000000071727de22e5e9d8baf0edac6f37da032'
const ACCOUNT = at('acc0')
const FACTORY = at('fac7')
const PILL = at('b111')
const TRICKED = at('acc2')
const SIZE_PILL = at('b112')
const KEEPER = at('b113')
const DELEGATE_PILL = at('b114')
const ENTRY_PILL = at('b115')
const PAYER = at('acc3')
/** The best known delegate of wallets; here it makes the first call of an ERC-7579 batch. */
const DELEGATE: Address = '0x63c0c19a282a1b52b07dd5a65b58948a07dae32b'
const DELEGATED_TO_IT = keccak256(`0xef0100${DELEGATE.slice(2)}`)
const REFUND = '0 0 0 0 CALLVALUE CALLER GAS CALL STOP'
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const slot = (value: number): Hex => `0x${value.toString(16).padStart(64, '0')}`
const word = (address: Address): Hex => `0x${address.slice(2).padStart(64, '0')}`

let world: SimulationWorld
let block: PinnedBlock
let simulate: ReturnType<typeof createBundleSimulation>

before(async () => {
  world = await openWorld({ chain: { headReuseMs: 0 } })
  await world.chain.place({
    [SENDER]: { balance: 10n * ETHER },
    // Its own code answers 7 to every caller.
    [CONTRACT_WALLET]: { balance: ETHER, code: assemble('7 0 MSTORE 32 0 RETURN') },
    [COUNTER]: { code: assemble('0 SLOAD 1 ADD DUP1 0 SSTORE 0 MSTORE 32 0 RETURN') },
    [REVERTER]: { code: assemble('0 0 REVERT') },
    // Stores the caller, the signer, the size of the caller's code, and the first word of its call data.
    [WITNESS]: {
      code: assemble(
        'CALLER 0 SSTORE ORIGIN 1 SSTORE CALLER EXTCODESIZE 2 SSTORE 0 CALLDATALOAD 3 SSTORE CALLVALUE 4 SSTORE STOP',
      ),
    },
    // Calls its caller with an unused selector, and keeps the first word of the answer and its length.
    [CALLBACK]: {
      code: assemble(`32 0 0 0 0 CALLER GAS CALL 0 SSTORE 0 MLOAD 1 SSTORE RETURNDATASIZE 2 SSTORE STOP`),
    },
    // Hands its call data to its caller, and keeps the first word of the answer and its length.
    [SIGNATURE_ASKER]: {
      code: assemble(
        'CALLDATASIZE 0 0 CALLDATACOPY 32 0 CALLDATASIZE 0 CALLER GAS STATICCALL 0 SSTORE RETURNDATASIZE 2 SSTORE RETURNDATASIZE @ok JUMPI STOP :ok 0 MLOAD 1 SSTORE STOP',
      ),
    },
    // An account that forwards its call data to the witness, only when the entry point calls.
    [ACCOUNT]: {
      balance: ETHER,
      code: assemble(
        `CALLER ${ENTRY_POINT} EQ @go JUMPI 0 0 REVERT :go CALLDATASIZE 0 0 CALLDATACOPY 0 0 CALLDATASIZE 0 9 ${WITNESS} GAS CALL STOP`,
      ),
    },
    // Logs a transfer of its caller's token, unless the caller has code.
    [SIZE_PILL]: {
      code: assemble(`CALLER EXTCODESIZE @tame JUMPI 5 0 MSTORE 7 CALLER ${TRANSFER} 32 0 LOG3 :tame STOP`),
    },
    // Each keeps its payment in one way of calling it, and returns it in all others.
    [KEEPER]: { code: assemble(`CALLER EXTCODESIZE @refund JUMPI STOP :refund ${REFUND}`) },
    [DELEGATE_PILL]: { code: assemble(`CALLER EXTCODEHASH ${DELEGATED_TO_IT} EQ @keep JUMPI ${REFUND} :keep STOP`) },
    [ENTRY_PILL]: { code: assemble(`${ENTRY_POINT} EXTCODESIZE 1 EQ @keep JUMPI ${REFUND} :keep STOP`) },
    [ENTRY_POINT]: { code: assemble('STOP') },
    [DELEGATE]: { code: assemble('0 0 0 0 228 CALLDATALOAD 196 CALLDATALOAD GAS CALL STOP') },
    // An account that pays the receiver in its call data.
    [PAYER]: {
      balance: ETHER,
      code: assemble('CALLDATASIZE @go JUMPI STOP :go 0 0 0 0 500000000000000000 0 CALLDATALOAD GAS CALL STOP'),
    },
    // An account that any caller may call, and that loses a coin where there is a block builder.
    [TRICKED]: {
      balance: ETHER,
      code: assemble(`COINBASE ISZERO @tame JUMPI 0 0 0 0 500000000000000000 ${FRIEND} GAS CALL :tame STOP`),
    },
    // Deploys nothing; stores its caller.
    [FACTORY]: { code: assemble('CALLER 0 SSTORE STOP') },
    // Counts only where there is a block builder.
    [PILL]: { code: assemble('COINBASE ISZERO @tame JUMPI 0 0 0 0 5 CALLER GAS CALL :tame STOP'), balance: ETHER },
  })
  await world.chain.rpc('anvil_setCoinbase', [at('b1de')])
  await world.chain.rpc('evm_mine')
  block = await world.source.head(AbortSignal.timeout(5_000))
  simulate = createBundleSimulation(world.simulator, world.source)
})
after(() => world[Symbol.asyncDispose]())

const call = (to: Address | null, more: Partial<BundleCall> = {}): BundleCall => ({
  to,
  value: 0n,
  data: '0x',
  ...more,
})
function bundle(calls: BundleCall[], more: Partial<Transaction> = {}): Promise<Simulation> {
  const transaction: Transaction = { from: SENDER, to: null, value: 0n, data: '0x', calls, ...more }
  return simulate({ block, transaction, signal: AbortSignal.timeout(10_000) })
}
const stored = (simulation: Simulation, of: Address, index: number) =>
  simulation.stateDiff[of]?.storage[slot(index)]?.after
const successes = ({ calls }: Simulation) => calls?.map(({ success }) => success)

describe('a bundle of calls', () => {
  it('runs each call on what the last one left', async () => {
    const result = await bundle([call(COUNTER), call(COUNTER), call(COUNTER)])
    assert.equal(result.outcome, 'succeeded')
    assert.equal(stored(result, COUNTER, 0), slot(3))
    assert.deepEqual(successes(result), [true, true, true])
    assert.ok((result.calls?.[1]?.gasUsed ?? 0n) > 0n)
  })

  it('is sent by the account itself, which looks like one with EIP-7702 code', async () => {
    const data: Hex = `0x${'ab'.repeat(40)}`
    const result = await bundle([call(FRIEND, { value: 3n }), call(WITNESS, { data, value: 5n })])
    assert.equal(stored(result, WITNESS, 0), word(SENDER))
    assert.equal(stored(result, WITNESS, 1), word(SENDER))
    assert.equal(stored(result, WITNESS, 2), slot(23))
    assert.equal(stored(result, WITNESS, 3), data.slice(0, 66))
    assert.equal(stored(result, WITNESS, 4), slot(5))
    assert.equal(result.stateDiff[FRIEND]?.balance?.after, 3n)
    assert.equal(result.stateDiff[SENDER]?.code, undefined, 'what was pretended is no change')
  })

  it('goes on after a failure, as wallets may that send the calls one by one', async () => {
    const result = await bundle([call(COUNTER), call(REVERTER), call(COUNTER)])
    assert.equal(result.outcome, 'succeeded')
    assert.deepEqual(successes(result), [true, false, true])
    assert.equal(stored(result, COUNTER, 0), slot(2))
    assert.equal(result.calls?.[1]?.revertReason, 'reverted without a reason')
  })

  it('undoes everything when it is atomic, and says which call failed', async () => {
    const result = await bundle([call(COUNTER), call(REVERTER), call(COUNTER)], { atomic: true })
    assert.equal(result.outcome, 'reverted')
    assert.deepEqual(successes(result), [true, false, null])
    assert.match(result.revertReason ?? '', /^call 2 of 3: /)
    assert.equal(result.stateDiff[COUNTER], undefined)
  })

  it('says which call could not be paid for', async () => {
    const result = await bundle([call(FRIEND, { value: ETHER }), call(FRIEND, { value: 100n * ETHER }), call(COUNTER)])
    assert.notEqual(result.calls?.[1]?.success, true)
    assert.equal(result.calls?.[2]?.success, true)
    assert.equal(result.stateDiff[FRIEND]?.balance?.after, ETHER)
  })

  it('offers no coins for gas that its calls pay', async () => {
    const balance = ETHER / 100n
    await world.chain.place({ [SAVER]: { balance } })
    const own = await world.source.head(AbortSignal.timeout(5_000))
    const paid = (value: bigint) => {
      const calls = [call(COUNTER), call(FRIEND, { value })]
      const transaction = { from: SAVER, to: null, value: 0n, data: '0x' as const, atomic: true, calls }
      return simulate({ block: own, transaction, signal: AbortSignal.timeout(10_000) })
    }
    const most = await paid((balance * 9n) / 10n)
    assert.equal(most.outcome, 'succeeded')
    assert.equal(most.stateDiff[FRIEND]?.balance?.after, (balance * 9n) / 10n)
    assert.equal((await paid(balance * 2n)).outcome, 'reverted')
  })

  it('creates a contract where a call has no recipient', async () => {
    const result = await bundle([call(null, { data: '0x6001600c60003960016000f300' }), call(COUNTER)])
    assert.deepEqual(successes(result), [true, true])
    assert.ok(Object.values(result.stateDiff).some(({ code }) => code?.after === '0x00'))
  })

  it('cannot be started again by a contract it calls; an account without code answers nothing', async () => {
    const result = await bundle([call(CALLBACK)])
    assert.equal(stored(result, CALLBACK, 0), slot(1))
    assert.equal(stored(result, CALLBACK, 1), undefined)
    assert.equal(stored(result, CALLBACK, 2), undefined)
  })

  it('tells the signatures of its key, as the delegates of wallets do (EIP-1271)', async () => {
    const key = privateKeyToAccount(`0x${'42'.repeat(32)}`)
    const other = privateKeyToAccount(`0x${'43'.repeat(32)}`)
    const from = key.address.toLowerCase() as Address
    const hash: Hex = `0x${'ab'.repeat(32)}`
    const ask = async (signature: Hex) => {
      const data = encodeFunctionData({
        abi: parseAbi(['function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)']),
        args: [hash, signature],
      })
      const result = await bundle([call(SIGNATURE_ASKER, { data })], { from })
      return [stored(result, SIGNATURE_ASKER, 1), stored(result, SIGNATURE_ASKER, 2)]
    }
    const signature = await key.sign({ hash })
    assert.deepEqual(await ask(signature), [`0x1626ba7e${'0'.repeat(56)}`, slot(32)])
    assert.deepEqual(await ask(await other.sign({ hash })), [undefined, undefined])
    assert.deepEqual(await ask(`0x${'00'.repeat(65)}`), [undefined, undefined])
    assert.deepEqual(await ask(signature.slice(0, -2) as Hex), [undefined, undefined])
  })

  it('leaves a contract account its own code for those who ask', async () => {
    const result = await bundle([call(CALLBACK)], { from: CONTRACT_WALLET })
    assert.equal(stored(result, CALLBACK, 1), slot(7))
  })

  it('is run in the other environments too', async () => {
    const { environments } = await bundle([call(COUNTER), call(PILL)])
    assert.ok(environments.some(({ kind, sameOutcome }) => kind === 'builder' && sameOutcome === false))
  })

  const environment = ({ environments }: Simulation, name: string) => environments.find((one) => one.name === name)

  it('is run one by one too, coins compared: a contract that keeps from accounts without code', async () => {
    const kept = environment(await bundle([call(KEEPER, { value: ETHER })]), 'one-by-one')
    assert.deepEqual([kept?.sameOutcome, kept?.worse, kept?.newLoss], [false, true, true])
    const paid = environment(await bundle([call(FRIEND, { value: ETHER }), call(COUNTER)]), 'one-by-one')
    assert.equal(paid?.sameOutcome, true)
  })

  for (const atomic of [false, true])
    it(`is run through the code that wallets delegate to, with no code put anywhere (atomic: ${atomic})`, async () => {
      const kept = environment(await bundle([call(DELEGATE_PILL, { value: ETHER })], { atomic }), 'wallet-delegate')
      assert.deepEqual([kept?.sameOutcome, kept?.newLoss], [false, true])
      const paid = environment(await bundle([call(FRIEND, { value: ETHER })], { atomic }), 'wallet-delegate')
      assert.equal(paid?.sameOutcome, true)
    })

  it('names no account that was made up for the run', async () => {
    const { trace } = await bundle([call(CALLBACK), call(COUNTER)])
    const named = new Set<string | null>()
    const visit = (frame: NonNullable<typeof trace>) => {
      named.add(frame.to)
      for (const each of frame.calls) visit(each)
    }
    assert.ok(trace)
    visit(trace)
    assert.deepEqual([...named].sort(), [CALLBACK, COUNTER, SENDER].sort())
  })

  it('is run one by one too where the account has no code: a contract can tell, and steal', async () => {
    const alone = ({ environments }: Simulation) => environments.find(({ name }) => name === 'one-by-one')
    const robbed = alone(await bundle([call(COUNTER), call(SIZE_PILL)]))
    assert.deepEqual([robbed?.sameOutcome, robbed?.worse, robbed?.newLoss], [false, true, true])
    assert.equal(alone(await bundle([call(COUNTER), call(COUNTER)]))?.sameOutcome, true)
    assert.equal(alone(await bundle([call(COUNTER)], { atomic: true })), undefined)
    assert.equal(alone(await bundle([call(COUNTER)], { from: CONTRACT_WALLET })), undefined)
  })

  it('takes 64 calls', async () => {
    const result = await bundle(Array.from({ length: 64 }, () => call(COUNTER)))
    assert.equal(stored(result, COUNTER, 0), slot(64))
  })
})

describe('a user operation', () => {
  const operation = (more: Partial<UserOperation> = {}): UserOperation => ({
    entryPoint: ENTRY_POINT,
    sender: ACCOUNT,
    nonce: 0n,
    factory: null,
    factoryData: '0x',
    callData: '0x1234',
    callGasLimit: null,
    verificationGasLimit: null,
    preVerificationGas: null,
    maxFeePerGas: null,
    maxPriorityFeePerGas: null,
    paymaster: null,
    paymasterAndData: '0x',
    ...more,
  })
  const run = (userOperation: UserOperation, more: Partial<Transaction> = {}) =>
    simulate({
      block,
      transaction: {
        from: userOperation.sender,
        to: userOperation.sender,
        value: 0n,
        data: userOperation.callData,
        userOperation,
        ...more,
      },
      signal: AbortSignal.timeout(10_000),
    })

  it('is the entry point’s call data, submitted by an account without code', async () => {
    const result = await run(operation())
    assert.equal(result.outcome, 'succeeded')
    assert.equal(stored(result, WITNESS, 0), word(ACCOUNT))
    assert.notEqual(stored(result, WITNESS, 1), word(ACCOUNT))
    assert.equal(result.stateDiff[ACCOUNT]?.balance?.after, ETHER - 9n)
    assert.equal(result.stateDiff[`0x${stored(result, WITNESS, 1)?.slice(26)}`], undefined, 'the bundler is left out')
  })

  it('is run from the entry point as it is: a contract that looks at its code, and keeps', async () => {
    const way = async (to: Address) => {
      const { environments } = await run(operation({ sender: PAYER, callData: word(to) }))
      return environments.find(({ name }) => name === 'entry-point-itself')
    }
    const kept = await way(ENTRY_PILL)
    assert.deepEqual([kept?.sameOutcome, kept?.newLoss], [false, true])
    assert.equal((await way(FRIEND))?.sameOutcome, true)
  })

  it('is compared in all environments by what the account loses', async () => {
    const { environments } = await run(operation({ sender: TRICKED }))
    assert.ok(environments.some(({ sameOutcome, better = false }) => sameOutcome === false && better))
  })

  it('makes the account first when it does not exist', async () => {
    const result = await run(operation({ sender: at('acc1'), factory: FACTORY, factoryData: '0x12' }))
    assert.equal(result.calls?.length, 2)
    assert.equal(result.calls?.[0]?.to, FACTORY)
    assert.equal(stored(result, FACTORY, 0), word(ENTRY_POINT))
  })

  it('names the reason of an account that refuses', async () => {
    const result = await run(operation({ entryPoint: at('bad1') }))
    assert.equal(result.outcome, 'reverted')
  })

  it('delegates first where the operation brings an authorisation', async () => {
    const authorizationList = [{ chainId: 1, address: COUNTER, nonce: 0n }]
    const result = await run(operation({ sender: SENDER }), { authorizationList })
    assert.equal(stored(result, SENDER, 0), slot(1))
    assert.deepEqual(result.stateDiff[SENDER]?.code, { before: '0x', after: `0xef0100${COUNTER.slice(2)}` })
  })

  it('hands the whole operation to an account that asks for it (executeUserOp)', async () => {
    const result = await run(operation({ callData: '0x8dd7712f1234' }))
    assert.equal(stored(result, WITNESS, 3)?.slice(0, 10), '0x8dd7712f')
    assert.notEqual(stored(result, WITNESS, 3), `0x8dd7712f1234`.padEnd(66, '0'))
  })
})
