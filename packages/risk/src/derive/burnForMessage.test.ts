import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeAbiParameters, numberToHex } from 'viem/utils'
import type { Address, Hex } from '../address.ts'
import type { Log } from '../facts/execution.ts'
import { STRANGER, sampleFacts, TRADER, UNKNOWN_CONTRACT } from '../testing/sampleFacts.ts'
import { burnForMessage } from './burnForMessage.ts'

const TOKEN: Address = `0x${'70'.repeat(20)}`
const CARRIER: Address = `0x${'ca'.repeat(20)}`
const AMOUNT = 500n * 10n ** 18n
const TRANSFER: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const MESSAGE: Hex = `0x${'3e'.repeat(32)}`
const word = (value: bigint | Address): Hex => numberToHex(BigInt(value), { size: 32 })
const text = (...parts: string[]): Hex => encodeAbiParameters([{ type: 'bytes' }], [`0x${parts.join('')}`])

const burn: Log = { address: TOKEN, topics: [TRANSFER, word(TRADER), word(0n)], data: word(AMOUNT) }
const packet = (...parts: string[]): Log => ({ address: CARRIER, topics: [MESSAGE], data: text(...parts) })
const loss = { account: TRADER, address: TOKEN, tokenId: null, amount: AMOUNT, takers: [] as Address[] }

function answerOf(logs: Log[], words: (bigint | Address | Hex)[] = [], { more = loss, lowered = 2 } = {}) {
  const { transaction, simulation } = sampleFacts()
  if (transaction === undefined || simulation?.trace == null) throw new Error('no sample')
  const data: Hex = `0x6235dd8f${words.map((one) => word(one as Address).slice(2)).join('')}`
  const change = { before: word(AMOUNT * 9n), after: word(AMOUNT * 8n) }
  const storage = Object.fromEntries(Array.from({ length: lowered }, (_, at) => [word(BigInt(at)), change]))
  return burnForMessage(more, {
    transaction: { ...transaction, from: TRADER, to: UNKNOWN_CONTRACT, data },
    simulation: {
      ...simulation,
      stateDiff: { [TOKEN]: { storage } },
      trace: { ...simulation.trace, error: null, logs, calls: [] },
    },
  })
}

const key = 'b7'.repeat(32)

test('a message about burnt tokens that names the payer', () => {
  assert.deepEqual(answerOf([burn, packet(word(TRADER).slice(2), key)]), { carrier: CARRIER, recipient: TRADER })
})

test('another account of the call that the message names is the recipient, beside the payer', () => {
  const both = packet(TRADER.slice(2), STRANGER.slice(2))
  assert.deepEqual(answerOf([burn, both], [STRANGER]), { carrier: CARRIER, recipient: STRANGER })
})

test('a key of another network is no account here', () => {
  assert.deepEqual(answerOf([burn, packet(TRADER.slice(2), key)], [`0x${key}`]), { carrier: CARRIER, recipient: null })
})

test('the called contract repeats sum, recipient and chain', () => {
  const event = (...words: bigint[]): Log => ({
    address: UNKNOWN_CONTRACT,
    topics: [MESSAGE, word(TRADER)],
    data: `0x${words.map((one) => word(one).slice(2)).join('')}`,
  })
  assert.deepEqual(answerOf([burn, event(42161n, AMOUNT)], [42161n, TRADER, AMOUNT]), {
    carrier: UNKNOWN_CONTRACT,
    recipient: TRADER,
  })
  assert.equal(answerOf([burn, event(AMOUNT)], [42161n, TRADER, AMOUNT]), null)
  assert.equal(answerOf([burn, event(7n, AMOUNT)], [42161n, TRADER, AMOUNT]), null)
})

test('plain burns, notes of rewards, burns that only a log tells, and tokens that an account gains are none', () => {
  const note: Log = { address: CARRIER, topics: [MESSAGE, word(TRADER)], data: word(AMOUNT) }
  const sent = packet(TRADER.slice(2))
  assert.equal(answerOf([burn]), null)
  assert.equal(answerOf([burn, note]), null)
  assert.equal(answerOf([sent]), null)
  assert.equal(answerOf([burn, sent], [], { lowered: 1 }), null)
  assert.equal(answerOf([burn, sent], [], { more: { ...loss, takers: [STRANGER] } }), null)
})
