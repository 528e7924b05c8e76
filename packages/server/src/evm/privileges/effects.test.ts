import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Log } from '@redoubt/risk/facts/execution.ts'
import { effectsOf, isBurnAddress, type Observed } from './effects.ts'
import type { Observation } from './observation.ts'
import { PROBE_TOPIC } from './probes.ts'

const account = (digit: string): Address => `0x${digit.repeat(40)}`
const [SUBJECT, HOLDER, CALLER, POOL] = [account('5'), account('a'), account('c'), account('d')]
const topic = (who: Address | 0): Hex => `0x${who === 0 ? '0'.repeat(64) : who.slice(2).padStart(64, '0')}`
const TRANSFER: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const transfer = (from: Address | 0, to: Address | 0, amount: bigint): Log => ({
  address: SUBJECT,
  topics: [TRANSFER, topic(from), topic(to)],
  data: `0x${amount.toString(16).padStart(64, '0')}`,
})

const before: Observation = {
  held: { holder: 1_000n, recipient: 0n, caller: 0n, pool: 50_000n, subject: 0n },
  supply: 1_000_000n,
  owner: BigInt(CALLER),
  pieceOwner: null,
  native: { subject: 10n, caller: 20n, recipient: 0n },
  codeSize: 500n,
  assets: [{ holder: 100n, subject: 0n, caller: 0n, recipient: 0n }],
}
const held = (members: Partial<Observation['held']>): Partial<Observation> => ({ held: { ...before.held, ...members } })
const seen = (after: Partial<Observation>, more: Partial<Observed> = {}): string[] =>
  effectsOf({
    before,
    after: { ...before, ...after },
    logs: [],
    subject: SUBJECT,
    holder: HOLDER,
    caller: CALLER,
    number: null,
    stranger: false,
    proxied: false,
    paid: 0n,
    pool: POOL,
    names: false,
    ...more,
  }).map(({ kind, backed }) => (backed ? `${kind}, backed` : kind))

describe('what a call did', () => {
  it('nothing', () => assert.deepEqual(seen({}), []))

  it('tokens out of nothing, with the supply, and in silence', () => {
    assert.deepEqual(seen({ ...held({ caller: 500n }), supply: 1_000_500n }, { logs: [transfer(0, CALLER, 500n)] }), [
      'mint',
    ])
    assert.deepEqual(seen(held({ caller: 500n })), ['mint'])
  })

  it('a mint that the caller paid for in the asset', () =>
    assert.deepEqual(
      effectsOf({
        before: { ...before, assets: [{ holder: 0n, subject: 0n, caller: 50n, recipient: 0n }] },
        after: {
          ...before,
          ...held({ caller: 50n }),
          supply: 1_000_050n,
          assets: [{ holder: 0n, subject: 50n, caller: 0n, recipient: 0n }],
        },
        logs: [],
        subject: SUBJECT,
        holder: HOLDER,
        caller: CALLER,
        number: 50n,
        stranger: true,
        proxied: false,
        paid: 0n,
        pool: POOL,
        names: false,
      }).map(({ kind, backed }) => [kind, backed]),
      [['mint', true]],
    ))

  it('paid out of a purse that the log names is no mint', () =>
    assert.deepEqual(seen(held({ caller: 500n }), { logs: [transfer(account('9'), CALLER, 500n)] }), []))

  it('paid out of the contract’s own purse is none either', () =>
    assert.deepEqual(
      effectsOf({
        before: { ...before, ...held({ subject: 800n }) } as Observation,
        after: { ...before, ...held({ subject: 300n, caller: 500n }) } as Observation,
        logs: [],
        subject: SUBJECT,
        holder: HOLDER,
        caller: CALLER,
        number: 500n,
        stranger: false,
        proxied: false,
        paid: 0n,
        pool: POOL,
        names: false,
      }),
      [],
    ))

  it('a balance that is set to the number in the call', () => {
    assert.deepEqual(seen(held({ holder: 7n }), { number: 7n }), ['balance-write'])
    assert.deepEqual(seen(held({ holder: 90_000n }), { number: 90_000n }), ['balance-write'])
  })

  it('a holder’s tokens, or the pool’s, burned', () => {
    assert.deepEqual(seen({ ...held({ holder: 0n }), supply: 999_000n }), ['burn-from-others'])
    assert.deepEqual(seen({ ...held({ pool: 5n }), supply: 950_005n }), ['burn-from-others'])
  })

  it('what the pool sold is not taken from it', () => {
    const topics: Hex[] = ['0xd78ad95fa46c994b6551d0da85fc275fe613ce37657fb8d5e3d130840159d822']
    assert.deepEqual(
      seen(held({ pool: 40_000n, subject: 10_000n }), { logs: [{ address: POOL, topics, data: '0x' }] }),
      [],
    )
  })

  it('public rewards are no free mint, and tokens on request are', () => {
    assert.deepEqual(seen({ ...held({ holder: 1_100n }), supply: 1_000_100n }, { stranger: true }), [])
    assert.deepEqual(seen({ ...held({ caller: 100n }), supply: 1_000_100n }, { stranger: true }), ['mint'])
    assert.deepEqual(seen({ ...held({ holder: 1_100n }), supply: 1_000_100n }, { stranger: true, names: true }), [
      'mint',
    ])
  })

  it('a holder’s tokens moved to the caller', () =>
    assert.deepEqual(seen(held({ holder: 0n, caller: 1_000n })), ['balance-write']))

  it('rounding is no loss', () => assert.deepEqual(seen(held({ holder: 995n })), []))

  it('a rebase without a winner', () =>
    assert.deepEqual(seen({ ...held({ holder: 500n, pool: 25_000n }), supply: 500_000n }), []))

  it('a rebase of a few wei, which small balances do not show', () => {
    const E = 10n ** 18n
    const [was, after] = [
      { holder: 1_000n * E, recipient: 0n, caller: 100_000n * E, pool: 890_224n * E, subject: 0n },
      { holder: 1_000n * E, recipient: 0n, caller: 100_000n * E + 10n, pool: 890_224n * E + 89n, subject: 0n },
    ]
    const large = { before: { ...before, held: was, supply: 1_000_000n * E } }
    assert.deepEqual(seen({ held: after, supply: 1_000_000n * E + 100n }, large), [])
    const grabbed = { ...after, caller: was.caller + 100n, pool: was.pool }
    assert.deepEqual(seen({ held: grabbed, supply: 1_000_000n * E + 100n }, large), ['mint'])
  })

  it('a rebase without a pool, and one with a fee of a tenth', () => {
    const noPool = { before: { ...before, held: { ...before.held, pool: null } }, pool: null }
    const grown = { held: { ...before.held, pool: null, holder: 1_100n }, supply: 1_100_000n }
    assert.deepEqual(seen(grown, noPool), [])
    assert.deepEqual(seen(grown, { ...noPool, logs: [transfer(0, HOLDER, 100n)] }), ['mint'])
    assert.deepEqual(seen({ ...held({ holder: 1_090n, pool: 54_500n }), supply: 1_100_000n }), [])
  })

  it('a mint of little, and of one piece, is no rebase', () => {
    assert.deepEqual(seen({ ...held({ holder: 1_005n }), supply: 1_000_005n }), ['mint'])
    const pieces = { before: { ...before, held: { ...before.held, holder: 1n, pool: null }, supply: 10n }, pool: null }
    const mint = { ...pieces, logs: [transfer(0, HOLDER, 1n)] }
    assert.deepEqual(seen({ held: { ...pieces.before.held, holder: 2n }, supply: 11n }, mint), ['mint'])
  })

  it('a rebase that leaves the pool out', () => assert.deepEqual(seen(held({ holder: 10n })), ['balance-write']))

  it('ownership taken from a burn address, or by a stranger', () => {
    const renounced = { before: { ...before, owner: 0n } }
    assert.deepEqual(seen({ owner: BigInt(HOLDER) }, renounced), ['take-back'])
    assert.deepEqual(seen({ owner: BigInt(HOLDER) }, { stranger: true }), ['take-back'])
    assert.deepEqual(seen({ owner: BigInt(HOLDER) }), [])
    assert.deepEqual(seen({ owner: 0n }), [])
  })

  it('tokens of an account that only approved the contract, unless it keeps them', () => {
    const taken = { holder: 0n, subject: 0n, caller: 100n, recipient: 0n }
    assert.deepEqual(seen({ assets: [taken] }), ['pull-approved-tokens'])
    assert.deepEqual(seen({ assets: [{ ...taken, subject: 100n, caller: 0n }] }), [])
  })

  it('other code: what it answers says nothing of the call', () => {
    const logs = [{ address: SUBJECT, topics: [PROBE_TOPIC], data: '0x' as const }]
    assert.deepEqual(seen(held({ holder: 0n }), { logs, proxied: true }), ['upgrade'])
    assert.deepEqual(seen({}, { logs, after: null, proxied: true }), ['upgrade'])
    assert.deepEqual(seen({}, { logs }), ['settable-delegate'])
    assert.deepEqual(seen({}, { logs: [{ ...logs[0], address: HOLDER } as Log] }), [])
  })

  it('the end of its code', () => assert.deepEqual(seen({ codeSize: 0n }), ['selfdestruct']))
})

describe('burned', () => {
  it('zero, one, and what people burn to', () => {
    for (const address of ['0x0', '0x1', '0xdead', '0xdead000000000000000042069420694206942069'])
      assert.ok(isBurnAddress(BigInt(address)), address)
    assert.ok(!isBurnAddress(BigInt(HOLDER)))
    // Four digits are found in a second.
    assert.ok(!isBurnAddress(0xdead00000000000000000000000000000000beefn))
  })
})
