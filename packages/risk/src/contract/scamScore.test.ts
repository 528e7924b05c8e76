import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Bytecode, TransferCondition } from '../facts/bytecode.ts'
import { bytecode, contractFunction } from '../testing/sampleContract.ts'
import {
  HIGH_SCAM_SCORE,
  HONEST_SIGNS,
  SCAM_SIGNS,
  type ScamSignalId,
  scamScore,
  scamSignals,
  weigh,
} from './scamSignals.ts'
import { SCAM_WEIGHTS } from './scamWeights.ts'

const signs = (more: Parameters<typeof bytecode>[0]) => scamSignals(bytecode(more)).map(({ id }) => id)
const condition = (more: Partial<TransferCondition>): TransferCondition => ({
  about: 'list',
  slot: '0x9',
  fixed: null,
  of: 'sender',
  demanded: true,
  needs: false,
  ...more,
})
const path = (...conditions: TransferCondition[]): Pick<Bytecode, 'transferPath'> => ({
  transferPath: { conditions, scaledBy: [], calls: [] },
})
const plain = bytecode().functions
const setter = contractFunction('setBot(address,bool)', { gated: true, gatedBy: ['0x5'], writes: ['0x9'] })
const adds = { does: 'adds', of: 'argument', gated: true } as const

describe('signs', () => {
  test('a list on the path of a transfer counts when an account can write it', () => {
    assert.deepEqual(signs({ ...path(condition({})), functions: [...plain, setter] }), ['party-list'])
    assert.deepEqual(signs(path(condition({}))), [], 'no account does')
    assert.deepEqual(signs({ ...path(condition({ demanded: false })), functions: [...plain, setter] }), ['list-steers'])
  })
  test('a mapping that a transfer reads and no visible function writes', () => {
    const slots = { ...bytecode().slots, transferMappings: ['0x9' as const] }
    assert.deepEqual(signs({ slots }), ['unwritten-list'])
    assert.deepEqual(signs({ slots, functions: [...plain, setter] }), [])
  })
  test('minting beside the supply is hidden, with it open', () => {
    const mint = (writes: `0x${string}`[]) =>
      contractFunction('mint(address,uint256)', { gated: true, writes, balanceWrites: [adds] })
    assert.deepEqual(signs({ functions: [...plain, mint(['0x0'])] }), ['hidden-mint'])
    assert.deepEqual(signs({ functions: [...plain, mint(['0x0', '0x2'])] }), ['counted-mint'])
    const deposit = contractFunction('deposit()', { writes: ['0x0'], balanceWrites: [{ ...adds, gated: false }] })
    assert.deepEqual(signs({ functions: [...plain, deposit] }), [], 'anyone’s deposit is neither')
  })
  test('an owner with and without powers', () => {
    const renounce = contractFunction('renounceOwnership()', { gated: true })
    const slots = { ...bytecode().slots, owner: ['0x5' as const] }
    assert.deepEqual(signs({ slots, functions: [...plain, renounce] }), ['idle-owner'])
    assert.deepEqual(signs({ slots, functions: [...plain, renounce, setter] }), ['owner-powers'])
  })
  test('every sign says what to check', () => {
    const [found] = scamSignals(bytecode({ ...path(condition({})), functions: [...plain, setter] }))
    assert.equal(found?.shown, `a transfer fails by what slot 0x9 says of a party, which ${setter.selector} writes`)
  })
})

describe('score', () => {
  test('a plain token is neither high nor nothing; what it adds moves it the right way', () => {
    const alone = scamScore(bytecode())
    assert.ok(alone > 10 && alone < 60)
    const permit = contractFunction('permit(address,address,uint256,uint256,uint8,bytes32,bytes32)')
    assert.ok(scamScore(bytecode({ functions: [...plain, permit] })) < alone)
    assert.ok(scamScore(bytecode({ opcodes: { origin: true } })) > alone)
  })
  test('a taxed token that picks sales, diverts and calls out is high', () => {
    const transfer = contractFunction('transfer(address,uint256)', {
      balanceWrites: [{ does: 'adds', of: 'other', gated: false }],
    })
    const renounce = contractFunction('renounceOwnership()', { gated: true })
    const rug = bytecode({
      functions: [transfer, renounce, setter],
      transferPath: {
        conditions: [condition({ about: 'account', of: 'recipient', demanded: false })],
        scaledBy: ['0xa', '0xb', '0xc'],
        calls: [{ kind: 'call', to: 'stored', slot: '0xd' }],
      },
    })
    assert.ok(scamScore(rug) >= HIGH_SCAM_SCORE)
  })
  test('no weight says the opposite of what its sign means', () => {
    const weights = new Map(scamSignals(everySign()).map(({ id, weight }) => [id, weight]))
    for (const id of SCAM_SIGNS) {
      const weight = weights.get(id) ?? 0
      assert.ok(HONEST_SIGNS.includes(id) ? weight <= 0 : weight >= 0, id)
    }
    assert.ok(weights.size > 12)
  })
  test('a pair speaks against a scam only with an honest sign, and for one only without', () => {
    const pairs = Object.entries(SCAM_WEIGHTS.pairs).flatMap(([one, others]) =>
      Object.entries(others).map(([other, weight]) => ({ ids: [one, other] as ScamSignalId[], weight })),
    )
    assert.ok(pairs.length > 50)
    for (const { ids, weight } of pairs)
      assert.equal(Math.sign(weight), ids.some((id) => HONEST_SIGNS.includes(id)) ? -1 : 1, ids.join('+'))
  })
  test('signs share what they weigh together, an honest one has all of it', () => {
    const { signs: own, pairs } = SCAM_WEIGHTS
    const together = pairs['list-steers']?.['time-gate'] ?? 0
    assert.ok(together > 0)
    assert.deepEqual(
      [...weigh(['time-gate', 'list-steers'])],
      [
        ['time-gate', own['time-gate'] + together / 2],
        ['list-steers', own['list-steers'] + together / 2],
      ],
    )
    const off = pairs['list-steers']?.large ?? 0
    assert.ok(off < 0)
    assert.deepEqual(
      [...weigh(['list-steers', 'large'])],
      [
        ['list-steers', own['list-steers']],
        ['large', own.large + off],
      ],
    )
  })
})

/** A token that shows most signs at once. */
function everySign(): Bytecode {
  const kinds = ['list', 'flag', 'limit', 'time', 'account'] as const
  const conditions = kinds.flatMap((about) =>
    [true, false].map((demanded) => condition({ about, demanded, of: 'recipient' })),
  )
  const burn = contractFunction('burn(uint256)', { balanceWrites: [{ does: 'subtracts', of: 'caller', gated: false }] })
  const seize = contractFunction('seize(address)', { gated: true, balanceWrites: [{ ...adds, does: 'sets' }, adds] })
  const transfer = contractFunction('transfer(address,uint256)', {
    balanceWrites: [{ does: 'sets', of: 'other', gated: false }],
  })
  return bytecode({
    functions: [transfer, setter, burn, seize, contractFunction('renounceOwnership()', { gated: true })],
    transferPath: { conditions, scaledBy: ['0x9', '0xa', '0xb'], calls: [{ kind: 'call', to: 'stored', slot: '0x9' }] },
    opcodes: { origin: true },
  })
}
