import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import { decodeAbiParameters, parseAbiParameters } from 'viem/utils'
import { argumentPlan, type PlanValues } from './argumentPlan.ts'

const account = (digit: string): Address => `0x${digit.repeat(40)}`
const values: PlanValues = {
  holder: account('a'),
  caller: account('c'),
  pool: account('d'),
  others: [account('e')],
  contracts: [account('f')],
  amounts: [1_000n, 5_000n],
  tokenId: null,
}
const made = (list: string, signature: string | null = null): ContractFunction => ({
  selector: '0x12345678',
  signature,
  arguments: list,
  mutability: 'nonpayable',
  reads: [],
  writes: [],
  gated: true,
  gatedBy: [],
  balanceWrites: [],
  asks: [],
  sendsNative: false,
})
const argsOf = (list: string) => argumentPlan(made(list), values).map(({ args }) => args.join(' '))

describe('ways to call a function', () => {
  it('without arguments there is one', () =>
    assert.deepEqual(argumentPlan(made(''), values), [
      { data: '0x12345678', args: [], value: 0n, number: null, group: '', names: false, flag: null },
    ]))

  it('a switch is tried both ways', () => assert.deepEqual(argsOf('bool'), ['true', 'false']))

  it('a number from nothing through percentages and basis points to beyond any cap', () => {
    const numbers = argumentPlan(made('uint256'), values).map(({ number }) => number)
    for (const wanted of [0n, 1n, 25n, 99n, 100n, 10_000n, 2n ** 255n, 1_000n, 5_000n])
      assert.ok(numbers.includes(wanted))
  })

  it('several numbers together and one at a time, for caps that bind the sum', () => {
    const tried = argsOf('uint256,uint256')
    for (const wanted of ['100 100', '100 0', '0 99', '0 0']) assert.ok(tried.includes(wanted), wanted)
  })

  it('a number behind an id: the first one, or those that are given', () => {
    for (const wanted of ['0 10000', '0 1000']) assert.ok(argsOf('uint256,uint256').includes(wanted), wanted)
    assert.ok(argsOf('uint256,uint256,uint16').includes('0 10000 10000'))
    const given = argumentPlan(made('uint256,uint256'), { ...values, ids: [7n] }).map(({ args }) => args.join(' '))
    assert.ok(given.includes('7 10000'))
  })

  it('the holder and the pool are put on lists and taken off', () => {
    const tried = argsOf('address,bool')
    for (const who of [values.holder, values.pool])
      for (const flag of [true, false]) assert.ok(tried.includes(`${who} ${flag}`))
  })

  it('the pool is given a contract that refuses calls, in both orders', () => {
    const refusing = account('7')
    const tried = argumentPlan(made('address,address'), { ...values, refusing }).map(({ args }) => args.join(' '))
    for (const wanted of [`${values.pool} ${refusing}`, `${refusing} ${values.pool}`])
      assert.ok(tried.slice(0, 4).includes(wanted))
    const unsold = argumentPlan(made('address,address'), { ...values, pool: null, refusing })
    assert.ok(unsold.every(({ args }) => !args.includes(refusing)))
  })

  it('tells which ways are about the holder', () => {
    const named = argumentPlan(made('address'), values).filter(({ names }) => names)
    assert.deepEqual(
      named.map(({ args }) => args),
      [[values.holder]],
    )
  })

  it('lists get one entry; a signature beats what was recovered', () => {
    const [first] = argumentPlan(made('uint256,uint256', 'rate(address[],uint256)'), values)
    const [list, number] = decodeAbiParameters(
      parseAbiParameters('address[],uint256'),
      `0x${first?.data.slice(10)}` as Hex,
    )
    assert.deepEqual([list.map((one) => one.toLowerCase()), number], [[values.holder], 1_000n])
  })

  it('numbers are cut to what their type holds', () => {
    const numbers = argumentPlan(made('uint8'), values).map(({ args }) => Number(args[0]))
    assert.ok(Math.max(...numbers) === 255)
    const signed = argumentPlan(made('int8'), values).map(({ args }) => Number(args[0]))
    assert.ok(Math.max(...signed) === 127)
  })

  it('a word of the code that is larger than a recovered part of it is passed whole', () => {
    const packed: Hex = `0x${(10_000n | (1_000_000n << 24n)).toString(16).padStart(64, '0')}`
    const found = { ...made('uint24'), compared: { words: [packed], wei: [], hashes: false } }
    const [first] = argumentPlan({ ...found, signature: null }, values)
    assert.equal(first?.data.slice(10), packed.slice(2))
    // A published type is no recovered part.
    const numbers = argumentPlan({ ...found, signature: 'set(uint24)' }, values).map(({ args }) => BigInt(args[0] ?? 0))
    assert.ok(numbers.every((one) => one < 1n << 24n))
  })

  it('every way is what the types say, and there are few of them', () => {
    const types = [
      'address,address,uint256',
      '(address,uint256)[],bool',
      'bytes32,address',
      'string,uint256',
      'bytes',
      'uint256[3]',
    ]
    for (const list of types) {
      const plan = argumentPlan(made(list), values)
      assert.ok(plan.length > 0 && plan.length <= 24, list)
      for (const { data } of plan) decodeAbiParameters(parseAbiParameters(list), `0x${data.slice(10)}`)
    }
  })

  it('a token may be named before the one whose it is', () =>
    assert.ok(argsOf('address,address,uint256').some((args) => args.startsWith(values.contracts[0] ?? 'none'))))

  it('nine arguments hide nothing', () => {
    assert.ok(argsOf(['address', ...Array(8).fill('uint256')].join(',')).length > 0)
  })

  it('nothing for types that are none, or for a wall of arguments', () => {
    assert.deepEqual(argsOf('uint257'), [])
    assert.deepEqual(argsOf('whatever'), [])
    assert.deepEqual(argsOf(Array(30).fill('uint256').join()), [])
  })
})

describe('what the code itself names', () => {
  const compared = (...words: Hex[]) => ({ words, wei: [], hashes: false })
  const word = (digits: string): Hex => `0x${digits.padStart(64, '0')}`
  const plan = (types: string, ...words: Hex[]) =>
    argumentPlan({ selector: '0x01020304', signature: null, arguments: types, compared: compared(...words) }, values)

  it('comes first, as a number', () => {
    assert.equal(plan('uint256', word('11f018ae6'))[0]?.number, 0x11f018ae6n)
  })

  it('has its neighbours with it: a limit refuses itself', () => {
    const numbers = plan('uint256', word('384')).map(({ number }) => number)
    assert.deepEqual(numbers.slice(0, 3), [900n, 899n, 901n])
  })

  it('stands for an account where it may be one, and for bytes by its first ones', () => {
    const account = '7be8076f4ea4a4ad08075c2508e481d6c946d12b'
    const [first] = plan('address,bytes4', word(account), `0x5f3c8a1d${'0'.repeat(56)}`)
    assert.deepEqual(first?.args, [`0x${account}`, '0x5f3c8a1d'])
    assert.equal(first?.names, false)
  })

  it('goes with the holder, where only a word is named', () => {
    const [first] = plan('bytes32,address', `0x${'8d'.repeat(32)}`)
    assert.deepEqual(first?.args, [`0x${'8d'.repeat(32)}`, values.holder])
    assert.equal(first?.names, true)
  })
})
