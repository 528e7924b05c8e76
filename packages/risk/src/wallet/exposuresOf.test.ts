import assert from 'node:assert/strict'
import { test } from 'node:test'
import { account, FRIEND, label, STRANGER } from '../testing/sampleFacts.ts'
import { counterparty, EXCHANGE, exchange, MIXER, mixer, scammer } from '../testing/sampleWallet.ts'
import { exposuresOf, type IndirectCounterparty } from './exposures.ts'

const paid = (known: IndirectCounterparty['known'], address: IndirectCounterparty['address'], usd: number) => ({
  ...counterparty({ address, sent: 1, sentUsd: usd }),
  known,
})
const direct = (
  known: IndirectCounterparty['known'],
  address: IndirectCounterparty['address'],
  usd: number,
): IndirectCounterparty => ({
  ...paid(known, address, usd),
  indirectCounterparties: [],
})

test('a direct dealing has its share of what was paid', () => {
  const [one, ...others] = exposuresOf([direct(mixer(), MIXER, 250), direct(exchange(), EXCHANGE, 750)])
  assert.equal(others.length, 0)
  assert.deepEqual([one?.kind, one?.hops, one?.direction, one?.share, one?.usd], ['mixer', 1, 'out', 0.25, 250])
  assert.match(one?.said[0] ?? '', /^mixer: Tornado Cash 1 ETH/)
})

test('through another account the shares multiply', () => {
  const friend = {
    ...direct(account(FRIEND), FRIEND, 400),
    indirectCounterparties: [paid(mixer(), MIXER, 30), paid(exchange(), EXCHANGE, 70)],
  }
  const [one] = exposuresOf([friend, direct(exchange(), EXCHANGE, 600)])
  assert.deepEqual([one?.hops, one?.through, one?.share, one?.usd], [2, FRIEND, 0.12, 120])
})

test('only flows in the same direction count through another account', () => {
  const friend = {
    ...counterparty({ address: FRIEND, sent: 0, received: 2, sentUsd: null, receivedUsd: 400 }),
    known: account(FRIEND),
    indirectCounterparties: [paid(mixer(), MIXER, 30)],
  }
  assert.deepEqual(exposuresOf([friend]), [], 'he paid the wallet, and he paid a mixer: nothing of that came here')
})

test('sanctions outrank accusations, and hearsay is told apart', () => {
  const said = { ...label('scammer'), confidence: 'low' } as const
  const [both] = exposuresOf([direct({ ...scammer(), sanctioned: true }, STRANGER, 1)])
  const [unconfirmedLabel] = exposuresOf([direct(account(STRANGER, { labels: [said] }), STRANGER, 1)])
  assert.deepEqual([both?.kind, both?.unconfirmedLabel], ['sanctioned', false])
  assert.deepEqual([unconfirmedLabel?.kind, unconfirmedLabel?.unconfirmedLabel], ['flagged', true])
})

test('without prices there is a dealing and no share', () => {
  const [one] = exposuresOf([{ ...direct(mixer(), MIXER, 0), sentUsd: null }])
  assert.deepEqual([one?.share, one?.usd], [null, null])
})
