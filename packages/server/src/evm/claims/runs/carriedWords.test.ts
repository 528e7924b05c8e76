import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { argumentWords, carriedWords, toldWords, withWords } from './carriedWords.ts'

const QUEUE: Address = `0x${'11'.repeat(20)}`
const TOKEN: Address = `0x${'22'.repeat(20)}`
const USER: Address = `0x${'33'.repeat(20)}`
const QUEUED: Hex = `0x${'ab'.repeat(32)}`
const word = (value: bigint): Hex => `0x${value.toString(16).padStart(64, '0')}`
const call = (to: Address, selector: Hex, ...words: bigint[]) => ({
  from: USER,
  to,
  value: 0n,
  data: `${selector}${words.map((one) => word(one).slice(2)).join('')}` as Hex,
})
const log = (address: Address, topics: Hex[], ...data: bigint[]) => ({
  address,
  topics,
  data: `0x${data.map((one) => word(one).slice(2)).join('')}` as Hex,
})

test('a returned or logged id is carried by the later call, the latest source first', () => {
  const approve = call(TOKEN, '0x095ea7b3', 5n)
  const request = call(QUEUE, '0x11111111', 40n)
  const finish = call(QUEUE, '0x22222222', 0x20n, 1n, 7n)
  const steps = [
    { call: approve, told: toldWords({ output: word(7n), logs: [] }) },
    { call: request, told: toldWords({ output: word(7n), logs: [log(QUEUE, [QUEUED, word(7n)], 40n, 7n)] }) },
    { call: finish, told: [] },
  ]
  assert.deepEqual(carriedWords(steps), [
    {
      call: finish,
      at: 2,
      sources: [
        { call: request, place: 'output 0' },
        { call: request, place: `${QUEUE} ${QUEUED} 0 topic 0` },
        { call: request, place: `${QUEUE} ${QUEUED} 0 data 1` },
        { call: approve, place: 'output 0' },
      ],
    },
  ])
})

test('a call carries nothing of itself, of a later call, or of words that no call told', () => {
  const first = call(QUEUE, '0x11111111', 7n)
  const last = call(QUEUE, '0x22222222', 8n)
  const told = toldWords({ output: word(7n), logs: [] })
  assert.deepEqual(carriedWords([{ call: first, told: [] }]), [])
  assert.deepEqual(
    carriedWords([
      { call: first, told },
      { call: last, told },
    ]),
    [],
  )
})

test('the same event twice has two places, and those of another contract are others', () => {
  const logs = [log(QUEUE, [QUEUED], 1n), log(TOKEN, [QUEUED], 2n), log(QUEUE, [QUEUED], 3n)]
  const told = toldWords({ output: '0x', logs })
  assert.deepEqual(
    told.map(({ word: one }) => BigInt(one)),
    [1n, 2n, 3n],
  )
  assert.equal(new Set(told.map(({ place }) => place)).size, 3)
})

test('words of call data are replaced by place; what is no whole word stays', () => {
  const { data } = call(QUEUE, '0x22222222', 1n, 2n)
  const odd = `${data}ff` as Hex
  assert.deepEqual(argumentWords(odd), [word(1n), word(2n)])
  assert.equal(withWords(odd, new Map([[1, word(9n)]])), `${call(QUEUE, '0x22222222', 1n, 9n).data}ff`)
})
