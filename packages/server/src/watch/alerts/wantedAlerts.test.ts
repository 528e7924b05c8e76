import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { MonitorSettings } from '../../domain/monitor.ts'
import type { Watcher } from '../chain/watcher.ts'
import type { Activity } from './activity.ts'
import { wantedAlerts } from './wantedAlerts.ts'

const WALLET = `0x${'0a'.repeat(20)}` as const
const OTHER = `0x${'0b'.repeat(20)}` as const
const HASH = `0x${'01'.repeat(32)}` as const
const place = { wallet: WALLET, hash: HASH, logIndex: 1, position: 'log0', initiator: WALLET, claimed: false }
const transfer: Activity = {
  kind: 'transfer',
  ...place,
  counterparty: OTHER,
  direction: 'out',
  token: null,
  amount: 1n,
}
const nft: Activity = {
  kind: 'nft',
  ...place,
  counterparty: OTHER,
  direction: 'in',
  token: OTHER,
  standard: 'erc721',
  items: [{ tokenId: 1n, amount: 1n }],
}
const call: Activity = { kind: 'call', ...place, counterparty: OTHER, direction: 'out', selector: '0x12345678' }
const approval: Activity = {
  kind: 'approval',
  ...place,
  moved: [],
  grant: { kind: 'amount', token: OTHER, owner: WALLET, spender: OTHER, tokenId: null, after: 1n, expiration: null },
}

function monitor(
  monitoring: Partial<MonitorSettings['monitoring']> = {},
  alerts: Partial<MonitorSettings['alerts']> = {},
): Watcher {
  return {
    accountId: 'a',
    address: WALLET,
    monitor: {
      monitoring: {
        incomingTransactions: true,
        outgoingTransactions: true,
        tokenApprovals: true,
        nftTransfers: true,
        contractInteractions: true,
        ...monitoring,
      },
      alerts: {
        largeTransfer: { enabled: true, threshold: 5 },
        newApproval: { enabled: true, notifyUnlimited: true },
        suspiciousActivity: { enabled: true, riskThreshold: 70 },
        ...alerts,
      },
    },
  }
}
const webhook = (...events: string[]): Watcher => ({ accountId: 'a', address: WALLET, webhook: events })
const types = (watcher: Watcher, activity: Activity) => wantedAlerts(watcher, activity, null).map(({ type }) => type)
const ofApproval = (watcher: Watcher, meaning: 'new' | 'revoked' | 'nothing', unlimited = false) =>
  wantedAlerts(watcher, approval, { meaning, unlimited }).map(({ type }) => type)

describe('what a watcher wants to hear', () => {
  test('a monitor hears of what it looks at', () => {
    assert.deepEqual(wantedAlerts(monitor(), transfer, null), [
      { type: 'monitor.transfer' },
      { type: 'monitor.large_transfer', threshold: 5 },
      { type: 'address.interaction', riskThreshold: 70 },
    ])
    assert.deepEqual(types(monitor(), nft), ['monitor.nft_transfer', 'address.interaction'])
    assert.deepEqual(types(monitor(), call), ['monitor.contract_interaction', 'address.interaction'])
    assert.deepEqual(types(monitor({ outgoingTransactions: false }), transfer), [])
    assert.equal(types(monitor({ outgoingTransactions: false }), { ...transfer, direction: 'in' }).length, 3)
    assert.deepEqual(types(monitor({ incomingTransactions: false }), { ...transfer, direction: 'in' }), [])
    assert.deepEqual(types(monitor({ nftTransfers: false }), nft), [])
    assert.deepEqual(types(monitor({ contractInteractions: false }), call), [])
  })

  test('alerts that are off are not told', () => {
    const off = {
      largeTransfer: { enabled: false, threshold: 5 },
      suspiciousActivity: { enabled: false, riskThreshold: 70 },
    }
    assert.deepEqual(types(monitor({}, off), transfer), ['monitor.transfer'])
  })

  test('a counterparty that only a token’s log names is none', () => {
    assert.deepEqual(types(monitor(), { ...transfer, claimed: true }), ['monitor.transfer', 'monitor.large_transfer'])
    assert.deepEqual(types(webhook('address.interaction'), { ...transfer, claimed: true }), [])
  })

  test('approvals: all of them, unlimited ones, or none; withdrawals while approvals are looked at', () => {
    const newApproval = (enabled: boolean, notifyUnlimited: boolean) =>
      monitor({}, { newApproval: { enabled, notifyUnlimited } })
    assert.deepEqual(ofApproval(newApproval(true, false), 'new', true), ['approval.new'])
    assert.deepEqual(ofApproval(newApproval(true, false), 'new'), ['approval.new'])
    assert.deepEqual(ofApproval(newApproval(false, true), 'new'), [])
    assert.deepEqual(ofApproval(newApproval(false, true), 'new', true), ['approval.new'])
    assert.deepEqual(ofApproval(newApproval(false, false), 'new', true), [])
    assert.deepEqual(ofApproval(newApproval(false, false), 'revoked'), ['approval.revoked'])
    assert.deepEqual(ofApproval(monitor(), 'nothing'), [])
    assert.deepEqual(ofApproval(monitor({ tokenApprovals: false }), 'new', true), [])
    assert.deepEqual(ofApproval(monitor({ tokenApprovals: false }), 'revoked'), [])
  })

  test('a webhook hears of the documented types that it names', () => {
    const all = webhook('address.interaction', 'approval.new', 'approval.revoked', 'monitor.transfer')
    assert.deepEqual(wantedAlerts(all, transfer, null), [{ type: 'address.interaction', riskThreshold: 60 }])
    assert.deepEqual(ofApproval(all, 'new'), ['approval.new'])
    assert.deepEqual(ofApproval(all, 'revoked'), ['approval.revoked'])
    assert.deepEqual(ofApproval(webhook('approval.revoked'), 'new'), [])
    assert.deepEqual(types(webhook('approval.new'), call), [])
    // What is read for monitors alone.
    assert.deepEqual(types(all, { ...transfer, inside: true }), [])
    assert.equal(types(monitor(), { ...transfer, inside: true }).length, 3)
  })
})
