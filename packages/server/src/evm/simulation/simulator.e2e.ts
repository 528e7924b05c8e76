import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { privateKeyToAccount } from 'viem/accounts'
import type { SimulationRequest } from './simulator.ts'
import { assemble, deployer } from './testing/assembler.ts'
import { openWorld, type SimulationWorld } from './testing/simulationWorld.ts'

const at = (digits: string): Address => `0x${digits.padStart(40, '0')}`
const SENDER = at('5e4de1')
const POOR = at('9009')
const CONTRACT_SENDER = at('c0de')
const COUNTER = at('a1')
const REVERTER = at('a2')
const HALTER = at('a3')
const EMITTER = at('a4')
const PAYER = at('a5')
const PLAIN = at('a6')
const REDPILL = at('a7')
const WALLET_CODE = at('a8')
const TIMELOCK = at('a9')
const TIME_BOMB = at('ac')
const GAS_PILL = at('aa')
const BALANCE_READER = at('ab')
const BLOB_KEEPER = at('ad')
const BLOB_PILL = at('ae')
const ETHER = 10n ** 18n
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const slot = (value: number): Hex => `0x${value.toString(16).padStart(64, '0')}`
/** Error(string) with a right-to-left override in the text. */
const REASON = `08c379a0${slot(32).slice(2)}${slot(9).slice(2)}${Buffer.from('no\u202e way').toString('hex').padEnd(64, '0')}`
const words = REASON.padEnd(256, '0').match(/.{64}/g) ?? []

let world: SimulationWorld
let block: PinnedBlock

before(async () => {
  world = await openWorld({ chain: { headReuseMs: 0 } })
  await world.chain.place({
    [SENDER]: { balance: 10n * ETHER },
    [POOR]: { balance: 1_000n },
    [CONTRACT_SENDER]: { balance: ETHER, code: '0x00' },
    [COUNTER]: { code: assemble('0 SLOAD 1 ADD DUP1 0 SSTORE 0 MSTORE 32 0 RETURN'), storage: { [slot(0)]: slot(41) } },
    [REVERTER]: {
      code: assemble(`${words.map((word, i) => `0x${word} ${i * 32} MSTORE`).join(' ')} ${REASON.length / 2} 0 REVERT`),
    },
    [HALTER]: { code: assemble('INVALID') },
    // Logs, then calls the reverter, whose failure it swallows, then logs again.
    [EMITTER]: { code: assemble(`1 0 0 LOG1 0 0 0 0 0 ${REVERTER} GAS CALL POP 2 0 0 LOG1`) },
    [PAYER]: { code: assemble('0 0 0 0 1000 CALLER GAS CALL STOP'), balance: ETHER },
    [PLAIN]: { code: assemble('1 0 SSTORE STOP') },
    // Takes tokens (logs a Transfer) only where the block has a base fee and a builder.
    [REDPILL]: {
      code: assemble(`COINBASE ISZERO BASEFEE ISZERO ADD @tame JUMPI CALLER 7 ${TRANSFER} 0 0 LOG3 :tame STOP`),
    },
    // Something it calls runs out of gas, and it goes on.
    [GAS_PILL]: { code: assemble(`0 0 0 0 0 ${HALTER} GAS CALL POP STOP`) },
    [BLOB_KEEPER]: { code: assemble('0 BLOBHASH 0 SSTORE STOP') },
    // Takes tokens (logs a Transfer) only in a blob transaction.
    [BLOB_PILL]: { code: assemble(`0 BLOBHASH ISZERO @tame JUMPI CALLER 7 ${TRANSFER} 0 0 LOG3 :tame STOP`) },
    [BALANCE_READER]: { code: assemble('ADDRESS BALANCE 0 SSTORE STOP') },
    [WALLET_CODE]: { code: assemble('ADDRESS 0 MSTORE 32 0 RETURN') },
    // Pays out only from a date some hours after the head on.
    [TIMELOCK]: { code: assemble(`TIMESTAMP 1780040000 LT @late JUMPI STOP :late CALLER 7 ${TRANSFER} 0 0 LOG3 STOP`) },
    // Takes five tokens of the caller from that date on.
    [TIME_BOMB]: {
      code: assemble(`TIMESTAMP 1780040000 LT @late JUMPI STOP :late 5 0 MSTORE 7 CALLER ${TRANSFER} 32 0 LOG3 STOP`),
    },
  })
  await world.chain.rpc('anvil_setCoinbase', [at('b1de')])
  await world.chain.rpc('evm_mine')
  block = await world.source.head(AbortSignal.timeout(5_000))
})
after(() => world[Symbol.asyncDispose]())

function simulate(transaction: Partial<Transaction>, more: Partial<SimulationRequest> = {}) {
  const whole: Transaction = { from: SENDER, to: COUNTER, value: 0n, data: '0x', ...transaction }
  return world.simulator.simulate({ block, transaction: whole, signal: AbortSignal.timeout(10_000), ...more })
}

describe('outcomes', () => {
  it('executes a call on the chain state', async () => {
    const result = await simulate({})
    assert.equal(result.outcome, 'succeeded')
    assert.equal(result.output, slot(42))
    assert.deepEqual(result.stateDiff[COUNTER]?.storage, { [slot(0)]: { before: slot(41), after: slot(42) } })
    assert.equal(result.toppedUp, false)
    assert.equal(result.shortfall, null)
  })

  it('uses the gas the chain uses', async () => {
    const result = await simulate({ gas: 100_000n })
    const send = { from: SENDER, to: COUNTER, gas: '0x186a0' }
    const hash = await world.chain.rpc('eth_sendTransaction', [send])
    await world.chain.rpc('evm_mine')
    const receipt = (await world.chain.rpc('eth_getTransactionReceipt', [hash])) as { gasUsed: Hex }
    assert.equal(result.gasUsed, BigInt(receipt.gasUsed))
  })

  it('decodes and cleans a revert reason', async () => {
    const result = await simulate({ to: REVERTER })
    assert.equal(result.outcome, 'reverted')
    assert.equal(result.success, false)
    assert.equal(result.revertReason, 'no[U+202E] way')
  })

  it('tells a halt from a revert', async () => {
    const result = await simulate({ to: HALTER, gas: 50_000n })
    assert.equal(result.outcome, 'halted')
    assert.equal(result.gasUsed, 50_000n)
    assert.ok(result.revertReason)
  })

  it('keeps the order of logs and drops those of failed frames', async () => {
    const result = await simulate({ to: EMITTER })
    assert.deepEqual(
      result.trace?.logs.map((log) => BigInt(log.topics[0] ?? '0x')),
      [1n, 2n],
    )
    assert.deepEqual(
      result.trace?.calls.map((call) => [call.to, call.error !== null, call.revertReason]),
      [[REVERTER, true, 'no[U+202E] way']],
    )
  })

  it('creates a contract', async () => {
    const runtime = assemble('1 0 SSTORE STOP')
    const result = await simulate({ to: null, data: deployer(runtime) })
    assert.equal(result.outcome, 'succeeded')
    assert.ok(result.created)
    assert.equal(result.stateDiff[result.created]?.code?.after, runtime)
  })

  it('reports a failing constructor', async () => {
    const result = await simulate({ to: null, data: assemble('0 0 REVERT') })
    assert.equal(result.outcome, 'reverted')
    assert.equal(result.created, null)
  })
})

describe('what the next block would not include', () => {
  const rejected: Record<string, [Partial<Transaction>, RegExp]> = {
    'a used nonce': [{ nonce: 0n, from: at('a11ce') }, /nonce too low/],
    'a fee below the base fee': [{ maxFeePerGas: 1n, maxPriorityFeePerGas: 0n }, /fee too low/],
    'a tip above the maximum fee': [{ maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 10n ** 11n }, /priority fee/],
    'more gas than EIP-7825 allows': [{ gas: 20_000_000n }, /EIP-7825/],
    'more gas than a block has': [{ gas: 40_000_000n }, /above the block/],
    'a contract as the sender': [{ from: CONTRACT_SENDER }, /EIP-3607/],
  }
  for (const [name, [transaction, reason]] of Object.entries(rejected))
    it(`rejects ${name}, and still shows what it would do`, async () => {
      if (transaction.from === at('a11ce')) {
        await world.chain.place({ [at('a11ce')]: { balance: ETHER, nonce: 3 } })
        block = await freshHead()
      }
      const result = await simulate(transaction)
      assert.equal(result.outcome, 'rejected')
      assert.equal(result.success, false)
      assert.match(result.revertReason ?? '', reason)
      assert.equal(result.output.length, 66)
    })

  it('rejects too little gas to begin with', async () => {
    const result = await simulate({ gas: 20_000n })
    assert.equal(result.outcome, 'rejected')
    assert.match(result.revertReason ?? '', /gas/i)
  })

  it('runs a poor sender topped up and says how much is missing', async () => {
    const result = await simulate({ from: POOR, value: ETHER, gas: 100_000n, gasPrice: 2_000_000_000n })
    assert.equal(result.outcome, 'succeeded')
    assert.equal(result.toppedUp, true)
    assert.equal(result.shortfall, ETHER + 100_000n * 2_000_000_000n - 1_000n)
    assert.equal(result.stateDiff[POOR]?.balance?.before, 1_000n)
    assert.equal(result.stateDiff[COUNTER]?.balance?.after, ETHER)
  })

  it('tops up a sender whose balance buys less gas than the run takes', async () => {
    const tight = at('71947')
    await world.chain.place({ [tight]: { balance: 30_000n * 2_000_000_000n } })
    block = await freshHead()
    const result = await simulate({ from: tight, to: PLAIN, gasPrice: 2_000_000_000n })
    assert.equal(result.outcome, 'succeeded')
    assert.equal(result.toppedUp, true)
    assert.equal(result.shortfall, (result.gasUsed - 30_000n) * 2_000_000_000n)
  })

  it('mentions the shortage in the reason of a run that fails anyway', async () => {
    const result = await simulate({ from: POOR, to: REVERTER })
    assert.match(
      result.revertReason ?? '',
      /^no\[U\+202E\] way; besides, the sender’s balance does not cover value and fees$/,
    )
  })
})

describe('blobs (EIP-4844)', () => {
  const hash: Hex = `0x01${'ab'.repeat(31)}`
  const blobs = { blobVersionedHashes: [hash, hash], maxFeePerBlobGas: 5n, maxFeePerGas: 3_000_000_000n }

  it('are seen by the contract that is called', async () => {
    const result = await simulate({ to: BLOB_KEEPER, ...blobs })
    assert.equal(result.outcome, 'succeeded')
    assert.equal(result.stateDiff[BLOB_KEEPER]?.storage[slot(0)]?.after, hash)
    const without = await simulate({ to: BLOB_KEEPER })
    assert.equal(without.stateDiff[BLOB_KEEPER]?.storage[slot(0)], undefined)
  })

  it('do not hide what a contract does only with them', async () => {
    const topics = ({ trace }: Awaited<ReturnType<typeof simulate>>) => trace?.logs.map(({ topics }) => topics[0])
    assert.deepEqual(topics(await simulate({ to: BLOB_PILL })), [])
    assert.deepEqual(topics(await simulate({ to: BLOB_PILL, ...blobs })), [TRANSFER])
    const legacy = await simulate({ to: BLOB_PILL, blobVersionedHashes: [hash], gasPrice: 3_000_000_000n })
    assert.deepEqual(topics(legacy), [TRANSFER])
  })

  it('are paid for', async () => {
    const { stateDiff, gasUsed } = await simulate({ to: BLOB_KEEPER, ...blobs, maxPriorityFeePerGas: 3_000_000_000n })
    const own = stateDiff[SENDER]?.balance ?? assert.fail()
    assert.equal(own.before - own.after, gasUsed * 3_000_000_000n + 2n * 131_072n)
    const poor = await simulate({ from: POOR, to: BLOB_KEEPER, ...blobs, gas: 100_000n })
    assert.equal(poor.shortfall, 100_000n * 3_000_000_000n + 2n * 131_072n * 5n - 1_000n)
    assert.equal(poor.outcome, 'succeeded')
  })

  it('are rejected below their price, and run all the same', async () => {
    const result = await simulate({ to: BLOB_PILL, ...blobs, maxFeePerBlobGas: 0n })
    assert.equal(result.outcome, 'rejected')
    assert.match(result.revertReason ?? '', /^blob fee too low: 0 wei/)
    assert.equal(result.trace?.logs.length, 1)
  })

  it('that no network takes are left out', async () => {
    const result = await simulate({ to: COUNTER, ...blobs, blobVersionedHashes: [`0x02${hash.slice(4)}`] })
    assert.match(result.revertReason ?? '', /begins with 0x01/)
    assert.equal(result.trace?.error, null)
  })
})

describe('EIP-7702', () => {
  it('emulates an unsigned authorisation and shows the delegation', async () => {
    const authorizationList = [{ chainId: 1, address: WALLET_CODE, nonce: 1n }]
    const result = await simulate({ to: SENDER, authorizationList })
    assert.equal(result.output, slot(Number(BigInt(SENDER))))
    assert.deepEqual(result.stateDiff[SENDER]?.code, { before: '0x', after: `0xef0100${WALLET_CODE.slice(2)}` })
  })

  it('takes authorisations in order, as the protocol does: a second one with a used nonce changes nothing', async () => {
    const from = at('4e5e7')
    await world.chain.place({ [from]: { balance: ETHER, nonce: 3 } })
    const authorizationList = [
      { chainId: 1, address: WALLET_CODE, nonce: 4n },
      { chainId: 1, address: COUNTER, nonce: 4n },
    ]
    const result = await simulate({ from, to: from, authorizationList })
    assert.equal(result.stateDiff[from]?.code?.after, `0xef0100${WALLET_CODE.slice(2)}`)
  })

  it('ignores one for another chain', async () => {
    const authorizationList = [{ chainId: 10, address: WALLET_CODE, nonce: 1n }]
    const result = await simulate({ to: SENDER, authorizationList })
    assert.equal(result.output, '0x')
    assert.equal(result.stateDiff[SENDER]?.code, undefined)
  })

  it('shows what a signed authorisation sets and takes away', async () => {
    const account = privateKeyToAccount(`0x${'42'.repeat(32)}`)
    const authority = account.address.toLowerCase() as Address
    const code: Hex = `0xef0100${WALLET_CODE.slice(2)}`
    const authorize = async (contractAddress: Address, nonce: number) => {
      const signed = await account.signAuthorization({ contractAddress, chainId: 1, nonce })
      const { r, s, yParity } = signed
      return [{ chainId: 1, address: contractAddress, nonce: BigInt(nonce), r, s, yParity: yParity ?? 0 }]
    }
    const set = await simulate({ authorizationList: await authorize(WALLET_CODE, 0) })
    assert.deepEqual(set.stateDiff[authority]?.code, { before: '0x', after: code })
    await world.chain.place({ [authority]: { code } })
    block = await freshHead()
    const cleared = await simulate({ authorizationList: await authorize(at('0'), 0) })
    assert.deepEqual(cleared.stateDiff[authority]?.code, { before: code, after: '0x' })
    const invalid = await simulate({ authorizationList: await authorize(at('0'), 7) })
    assert.equal(invalid.stateDiff[authority], undefined)
  })

  it('lets a delegated account send', async () => {
    const delegated = at('de1e')
    await world.chain.place({ [delegated]: { balance: ETHER, code: `0xef0100${WALLET_CODE.slice(2)}` } })
    block = await freshHead()
    assert.equal((await simulate({ from: delegated })).outcome, 'succeeded')
  })
})

describe('environments', () => {
  it('are skipped only where no code reads them', async () => {
    assert.deepEqual((await simulate({ to: PLAIN })).environments, [])
    assert.deepEqual((await simulate({ to: at('e0a'), value: 1n })).environments, [])
    // It only hands its gas on, and no frame ran short of it.
    assert.deepEqual((await simulate({ to: PAYER }, {})).environments, [])
  })

  it('are not skipped where gas handed on was not enough', async () => {
    assert.deepEqual(
      (await simulate({ to: GAS_PILL })).environments.map(({ name }) => name),
      ['naive-simulator'],
    )
  })

  it('are not skipped where the sender itself runs and reads its own balance', async () => {
    const stateOverrides = { [SENDER]: { code: `0xef0100${BALANCE_READER.slice(2)}` as const } }
    const names = (await simulate({ to: SENDER }, { stateOverrides })).environments.map(({ name }) => name)
    assert.deepEqual(names, ['naive-simulator', 'other-builder', 'rich-sender'])
    assert.deepEqual((await simulate({ to: BALANCE_READER })).environments, [])
  })

  it('flag a contract that behaves where it is watched', async () => {
    const result = await simulate({ to: REDPILL })
    assert.equal(result.trace?.logs.length, 1)
    const differing = result.environments.filter(({ sameOutcome }) => !sameOutcome)
    assert.deepEqual(
      differing.map(({ name, varies }) => [name, varies]),
      [['naive-simulator', ['COINBASE', 'BASEFEE']]],
    )
    assert.deepEqual(result.environmentBranches, [
      { contract: REDPILL, opcodes: ['BASEFEE', 'COINBASE'], tried: false },
    ])
    assert.ok(result.environmentsLeftOut?.some(({ name }) => name === 'other-randomness'))
  })

  it('flag a contract that acts later', async () => {
    const differing = (await simulate({ to: TIMELOCK })).environments.filter(({ sameOutcome }) => !sameOutcome)
    assert.deepEqual(
      differing.map(({ name }) => name),
      ['a-day-later', 'thirty-days-later', 'mined-timestamp-1780040001'],
    )
  })

  it('tell a later run that takes from the sender from one that does not', async () => {
    const later = async (to: Address) =>
      (await simulate({ to })).environments
        .filter(({ name }) => name.includes('day'))
        .map(({ kind, sameOutcome, worse }) => [kind, sameOutcome, worse])
    const twice = (worse: boolean) => [0, 1].map(() => ['later', false, worse])
    assert.deepEqual(await later(TIMELOCK), twice(false))
    assert.deepEqual(await later(TIME_BOMB), twice(true))
  })

  it('find a creation and native payments alike everywhere', async () => {
    const creation = await simulate({ to: null, data: assemble('NUMBER COINBASE POP POP 0 0 RETURN') })
    assert.ok(creation.environments.length >= 4 && creation.environments.every(({ sameOutcome }) => sameOutcome))
    const paid = await simulate({ to: PAYER })
    assert.ok(paid.environments.every(({ sameOutcome }) => sameOutcome))
  })

  it('can be left out', async () => {
    const request = { block, transaction: { from: SENDER, to: REDPILL, value: 0n, data: '0x' as const } }
    const signal = AbortSignal.timeout(10_000)
    assert.deepEqual((await world.simulator.simulate({ ...request, signal, environments: 'none' })).environments, [])
  })
})

describe('a bogus authorisation', () => {
  it('is passed over as the protocol does', async () => {
    const bogus = { chainId: 1, address: at('0'), nonce: 0n, r: slot(0), s: slot(0), yParity: 0 }
    const result = await simulate({ to: PAYER, authorizationList: Array.from({ length: 3 }, () => bogus) })
    assert.equal(result.outcome, 'succeeded')
    assert.deepEqual(
      Object.keys(result.stateDiff).filter((address) => result.stateDiff[address as Address]?.code),
      [],
    )
    assert.equal(result.stateDiff[PAYER]?.balance?.after, ETHER - 1000n)
  })
})

describe('numbers beyond all money and refusals of the engine', () => {
  const MAX = 2n ** 256n - 1n
  for (const [name, fees] of Object.entries({
    'gas price': { gasPrice: MAX },
    'maximum fee': { maxFeePerGas: MAX, maxPriorityFeePerGas: 1n },
    tip: { maxPriorityFeePerGas: MAX },
  }))
    it(`a ${name} that no account can pay is rejected, and the effects are shown`, async () => {
      const result = await simulate({ to: PAYER, ...fees })
      assert.equal(result.outcome, 'rejected')
      assert.match(result.revertReason ?? '', /^insufficient funds: /)
      assert.equal(result.stateDiff[PAYER]?.balance?.after, ETHER - 1000n)
      assert.ok(result.environments.every(({ sameOutcome }) => sameOutcome === true))
    })

  it('a value that leaves no room for fees is rejected', async () => {
    const result = await simulate({ to: PAYER, value: MAX })
    assert.equal(result.outcome, 'rejected')
    assert.match(result.revertReason ?? '', /^insufficient funds: /)
  })

  it('a value that only just leaves room for them runs in every environment', async () => {
    const result = await simulate({ to: REDPILL, value: MAX - 10n ** 30n })
    assert.equal(result.outcome, 'succeeded')
    assert.equal(result.toppedUp, true)
    assert.ok(result.environments.every(({ sameOutcome }) => sameOutcome !== null))
  })

  it('refusals are plain sentences', async () => {
    const reasons = await Promise.all(
      [
        { gas: 20_999n },
        { to: null, data: `0x${'00'.repeat(50_000)}` as const },
        { to: null, data: '0x60ef60005360016000f3' as const },
      ].map(async (members) => (await simulate(members)).revertReason),
    )
    assert.deepEqual(reasons, [
      'The gas limit is below the intrinsic cost of the transaction',
      'The creation code is larger than a transaction may carry (EIP-3860)',
      'The created contract would start with the reserved byte 0xEF (EIP-3541)',
    ])
  })
})

describe('steps', () => {
  it('run each on what the last one left', async () => {
    const step: Transaction = { from: SENDER, to: COUNTER, value: 5n, data: '0x' }
    const signal = AbortSignal.timeout(10_000)
    const steps = await world.simulator.simulateSteps({
      block,
      signal,
      transactions: [step, step, { ...step, to: REVERTER }, step],
    })
    assert.deepEqual(
      steps.map(({ outcome }) => outcome),
      ['succeeded', 'succeeded', 'reverted', 'succeeded'],
    )
    const base = BigInt(steps[0]?.output ?? '0x0')
    assert.deepEqual(
      steps.map(({ output }, i) => (i === 2 ? null : BigInt(output) - base)),
      [0n, 1n, null, 2n],
    )
    assert.equal(steps[3]?.stateDiff[SENDER]?.nonce?.before, (steps[0]?.stateDiff[SENDER]?.nonce?.before ?? 0n) + 3n)
  })

  it('start from the state the caller pretends', async () => {
    const signal = AbortSignal.timeout(10_000)
    const transactions: Transaction[] = [{ from: SENDER, to: COUNTER, value: 0n, data: '0x' }]
    const stateOverrides = { [COUNTER]: { storage: { [slot(0)]: slot(999) } } }
    const [step] = await world.simulator.simulateSteps({ block, signal, transactions, stateOverrides })
    assert.equal(step?.output, slot(1000))
  })
})

describe('pinned state', () => {
  it('is read once: a repetition asks the upstream nothing', async () => {
    await simulate({})
    const before = world.proxy.requests.length
    await simulate({})
    await simulate({})
    assert.equal(world.proxy.requests.length, before)
  })

  it('stays as it was at the pin while the chain goes on', async () => {
    const pinned = (await simulate({})).output
    await world.chain.place({ [COUNTER]: { storage: { [slot(0)]: slot(7_000) } } })
    assert.equal((await simulate({})).output, pinned)
  })

  it('aborts with the signal', async () => {
    const reason = new Error('enough')
    await assert.rejects(simulate({}, { signal: AbortSignal.abort(reason) }), reason)
  })
})

function freshHead(): Promise<PinnedBlock> {
  return world.source.head(AbortSignal.timeout(5_000))
}
