import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { getAddress, toEventSelector } from 'viem/utils'
import type { WatchedLog } from '../ports.ts'
import { touchedBy } from './rescoreService.ts'

const log = (address: Address, ...topics: Hex[]): WatchedLog => ({
  address,
  topics,
  data: '0x',
  transactionHash: `0x${'0'.repeat(64)}`,
  logIndex: 0,
})
const PROXY: Address = `0x${'ab'.repeat(20)}`
const TOKEN: Address = `0x${'cd'.repeat(20)}`
const upgraded = toEventSelector('Upgraded(address)')

test('a contract that says that it was changed is touched, once, and no other', () => {
  const transfer = toEventSelector('Transfer(address,address,uint256)')
  assert.deepEqual(
    [...touchedBy({ logs: [log(TOKEN, transfer), log(PROXY, upgraded), log(PROXY, upgraded), log(TOKEN)] })],
    [getAddress(PROXY)],
  )
})

test('of a block full of them all are: the first may have any sender', () => {
  const logs = Array.from({ length: 5_000 }, (_, at) => log(`0x${at.toString(16).padStart(40, '0')}`, upgraded))
  assert.equal([...touchedBy({ logs })].length, 5_000)
})
