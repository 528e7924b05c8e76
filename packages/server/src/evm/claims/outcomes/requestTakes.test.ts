import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { requestsFor } from './requestTakes.ts'

const OWNER: Address = `0x${'a1'.repeat(20)}`
const TAKER: Address = `0x${'b2'.repeat(20)}`
const word = (value: string) => value.padStart(64, '0')
const callOf = (...words: string[]): Hex => `0x7d41c86e${words.map(word).join('')}`

test('a request in the name of the depositor pays the taker where one of two words names it', () => {
  const [own, other] = [OWNER.slice(2), TAKER.slice(2)]
  assert.deepEqual(requestsFor(callOf('64', own, own), OWNER, TAKER), [
    callOf('64', other, own),
    callOf('64', own, other),
  ])
})

test('a request that names one account, or none, is made for the taker itself', () => {
  assert.deepEqual(requestsFor(callOf('64', OWNER.slice(2)), OWNER, TAKER), [])
  assert.deepEqual(requestsFor('0x7d41c86e', OWNER, TAKER), [])
})
