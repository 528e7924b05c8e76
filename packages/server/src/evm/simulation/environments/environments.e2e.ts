import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { keccak256 } from 'viem/utils'
import { assemble } from '../testing/assembler.ts'
import { openWorld, type SimulationWorld } from '../testing/simulationWorld.ts'

const at = (digits: string): Address => `0x${digits.padStart(40, '0')}`
const SENDER = at('5e4de1')
const ASKED = at('aa1')
const ETHER = 10n ** 18n
const HEAD = 1_780_000_000n
const BUILDER = '0x4838b106fce9647bdf1e7877bf73ce8b0bad5f97'
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** Takes five tokens of the caller where the value on the stack is not zero. */
const TAKES = `@take JUMPI STOP :take 5 0 MSTORE 7 CALLER ${TRANSFER} 32 0 LOG3 STOP`

/** The value that each contract reads, and the runs in which it takes something that the main run does not show. */
const DRAINERS: Record<string, { code: string; taken: string[]; kind: string }> = {
  'the block after the next one': {
    code: `NUMBER 3 EQ ${TAKES}`,
    taken: ['one-block-later', 'mined-number-'],
    kind: 'later',
  },
  'one second in a million': {
    code: `1000000 TIMESTAMP MOD 500000 EQ ${TAKES}`,
    taken: ['mined-timestamp-1780500000'],
    kind: 'later',
  },
  'a moment within seven blocks': {
    code: `TIMESTAMP TIME 75 ADD LT ${TAKES}`,
    taken: ['seven-blocks-later', 'a-day-later', 'thirty-days-later', 'mined-timestamp-'],
    kind: 'later',
  },
  'a date far off': { code: `TIMESTAMP TIME 9000000 ADD LT ${TAKES}`, taken: ['mined-timestamp-'], kind: 'later' },
  'a rich caller': {
    code: `CALLER BALANCE ${500n * ETHER} LT ${TAKES}`,
    taken: ['naive-simulator', 'rich-sender', 'mined-sender-balance-'],
    kind: 'sender',
  },
  'little gas': { code: `GAS 300000 GT ${TAKES}`, taken: ['other-gas-limit', 'mined-gas-'], kind: 'gas' },
  'one builder': { code: `COINBASE ${BUILDER} EQ ${TAKES}`, taken: [`mined-coinbase-${BUILDER}`], kind: 'mined' },
  'one builder, kept in memory': {
    code: `COINBASE 64 MSTORE 64 MLOAD ${BUILDER} EQ ${TAKES}`,
    taken: [`mined-coinbase-${BUILDER}`],
    kind: 'mined',
  },
  'one builder, kept in storage': {
    code: `COINBASE 9 SSTORE 9 SLOAD ${BUILDER} EQ ${TAKES}`,
    taken: [`mined-coinbase-${BUILDER}`],
    kind: 'mined',
  },
  'the hash of a known builder': {
    code: `COINBASE 0 MSTORE 32 0 KECCAK256 HASH EQ ${TAKES}`,
    taken: [`mined-coinbase-${BUILDER}`],
    kind: 'mined',
  },
  'a crowded block': { code: `BASEFEE 77000000000 LT ${TAKES}`, taken: ['mined-basefee-'], kind: 'mined' },
  'dear blobs': { code: `BLOBBASEFEE 99000000000 LT ${TAKES}`, taken: ['mined-blobbasefee-'], kind: 'mined' },
  'dear gas': { code: `GASPRICE 99000000000 LT ${TAKES}`, taken: ['mined-gasprice-'], kind: 'mined' },
  'a larger block': { code: `GASLIMIT 60000000 EQ ${TAKES}`, taken: ['mined-gaslimit-0x3938700'], kind: 'mined' },
  'one in 256 by randomness': {
    code: `PREVRANDAO 255 AND 7 EQ ${TAKES}`,
    taken: ['mined-prevrandao-0x7'],
    kind: 'mined',
  },
  'a rich builder': {
    code: `COINBASE BALANCE ${9n * ETHER} LT ${TAKES}`,
    taken: ['mined-coinbase-balance-'],
    kind: 'mined',
  },
  'a builder and its fees at once': {
    code: `COINBASE ${BUILDER} EQ @second JUMPI STOP :second BASEFEE 50000000000 LT ${TAKES}`,
    taken: ['mined-'],
    kind: 'mined',
  },
  'one builder, kept in transient storage': {
    code: `COINBASE 3 TSTORE 3 TLOAD ${BUILDER} EQ ${TAKES}`,
    taken: [`mined-coinbase-${BUILDER}`],
    kind: 'mined',
  },
  'what another contract says of the builder': {
    code: `32 0 0 0 ${ASKED} GAS STATICCALL POP 0 MLOAD ${BUILDER} EQ ${TAKES}`,
    taken: [`mined-coinbase-${BUILDER}`],
    kind: 'mined',
  },
  'what another contract says of the fees': {
    code: `32 0 0 0 ${at('aa2')} GAS STATICCALL POP 0 MLOAD ${TAKES}`,
    taken: ['mined-basefee-'],
    kind: 'mined',
  },
}

describe('environments', () => {
  let world: SimulationWorld
  let block: PinnedBlock
  const addresses = new Map(Object.keys(DRAINERS).map((name, index) => [name, at(`d${100 + index}`)]))

  before(async () => {
    world = await openWorld({ chain: { headReuseMs: 0 } })
    const hash = keccak256(`0x${BUILDER.slice(2).padStart(64, '0')}`)
    const code = (source: string) => assemble(source.replace(' TIME ', ` ${HEAD} `).replace('HASH EQ', `${hash} EQ`))
    await world.chain.place({
      [SENDER]: { balance: 10n * ETHER },
      [ASKED]: { code: assemble('COINBASE 0 MSTORE 32 0 RETURN') },
      [at('aa2')]: { code: assemble('77000000000 BASEFEE GT 0 MSTORE 32 0 RETURN') },
      ...Object.fromEntries(
        Object.entries(DRAINERS).map(([name, { code: source }]) => [addresses.get(name), { code: code(source) }]),
      ),
    })
    block = await world.source.head(AbortSignal.timeout(5_000))
  })
  after(() => world[Symbol.asyncDispose]())

  const simulate = (transaction: Partial<Transaction> & { to: Address }) =>
    world.simulator.simulate({
      block,
      signal: AbortSignal.timeout(10_000),
      transaction: { from: SENDER, value: 0n, data: '0x', ...transaction },
    })

  for (const [name, { taken, kind }] of Object.entries(DRAINERS))
    it(`find the drainer that waits for ${name}`, async () => {
      const to = addresses.get(name) ?? at('0')
      const { trace, environments } = await simulate({ to })
      assert.deepEqual(trace?.logs, [], 'the main run shows nothing')
      const worse = environments.filter((run) => run.worse && run.newLoss)
      assert.ok(
        worse.some((run) => run.kind === kind),
        JSON.stringify(worse.map((run) => run.name)),
      )
      for (const { name: run } of worse)
        assert.ok(
          taken.some((start) => run.startsWith(start)),
          run,
        )
    })

  it('try unknowable randomness: half of all blocks take, by a hash, and none that were public', async () => {
    const hashed = `PREVRANDAO 0 MSTORE 32 0 KECCAK256 1 AND 0 CALLDATALOAD EQ ${TAKES}`
    await world.chain.place({ [at('e3')]: { code: assemble(hashed) } })
    block = await world.source.head(AbortSignal.timeout(5_000))
    const spared = BigInt(keccak256(block.prevRandao)) & 1n
    const data = `0x${(1n - spared).toString(16).padStart(64, '0')}` as const
    const { trace, environments } = await simulate({ to: at('e3'), data })
    assert.deepEqual(trace?.logs, [])
    const samples = environments.filter(({ name }) => name.startsWith('mined-prevrandao-sample-'))
    assert.equal(samples.length, 12)
    assert.ok(samples.some(({ newLoss }) => newLoss))
    assert.ok(samples.some(({ sameOutcome }) => sameOutcome))
  })

  it('try builders of other names, and name what is left', async () => {
    const listed = keccak256(`0x${'396343362be2a4da1ce0c1c210945346fb82aa49'.padStart(64, '0')}`)
    const hashed = (wanted: string) => assemble(`COINBASE 0 MSTORE 32 0 KECCAK256 ${wanted} EQ ${TAKES}`)
    await world.chain.place({ [at('e4')]: { code: hashed(listed) }, [at('e5')]: { code: hashed('99') } })
    block = await world.source.head(AbortSignal.timeout(5_000))
    assert.ok((await simulate({ to: at('e4') })).environments.some(({ newLoss }) => newLoss))
    const { environments, environmentBranches } = await simulate({ to: at('e5') })
    assert.equal(environments.filter(({ name }) => name.startsWith('mined-coinbase-sample-')).length, 3)
    assert.deepEqual(environmentBranches, [{ contract: at('e5'), opcodes: ['COINBASE'], tried: false }])
  })

  it('answer the same for the same question, hashes of blocks to come included', async () => {
    await world.chain.place({
      [at('e1')]: { code: assemble(`1 NUMBER SUB BLOCKHASH 0 SSTORE 1 0 SLOAD AND ${TAKES}`) },
    })
    block = await world.source.head(AbortSignal.timeout(5_000))
    const [one, two] = [await simulate({ to: at('e1') }), await simulate({ to: at('e1') })]
    assert.deepEqual(one, two)
    assert.ok(one.environments.every(({ sameOutcome }) => sameOutcome !== null))
  })

  it('take what the caller named as gas for the main run, and the most there is for the other', async () => {
    const to = addresses.get('little gas') ?? at('0')
    const { trace, environments } = await simulate({ to, gas: 200_000n })
    assert.equal(trace?.logs.length, 1)
    const other = environments.find(({ name }) => name === 'other-gas-limit')
    assert.deepEqual([other?.worse, other?.better, other?.newLoss], [false, true, true])
  })

  it('say which branches by the builder no run decides', async () => {
    await world.chain.place({ [at('e2')]: { code: assemble(`BASEFEE 0 MSTORE 32 0 KECCAK256 99 EQ ${TAKES}`) } })
    block = await world.source.head(AbortSignal.timeout(5_000))
    const { environmentBranches } = await simulate({ to: at('e2') })
    assert.deepEqual(environmentBranches, [{ contract: at('e2'), opcodes: ['BASEFEE'], tried: false }])
  })
})
