import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { canBeWatched, monitorSettings } from './monitor.ts'

describe('monitorSettings', () => {
  test('by default everything is looked at and told, large from 10,000 USD, suspicious from 60', () => {
    assert.deepEqual(monitorSettings(), {
      monitoring: {
        incomingTransactions: true,
        outgoingTransactions: true,
        tokenApprovals: true,
        nftTransfers: true,
        contractInteractions: true,
      },
      alerts: {
        largeTransfer: { enabled: true, threshold: 10_000 },
        newApproval: { enabled: true, notifyUnlimited: true },
        suspiciousActivity: { enabled: true, riskThreshold: 60 },
      },
    })
  })

  test('what is given stays; unlimited approvals follow the others unless they are named', () => {
    const { monitoring, alerts } = monitorSettings(
      { nftTransfers: false },
      { newApproval: { enabled: false }, largeTransfer: { threshold: 5 } },
    )
    assert.equal(monitoring.nftTransfers, false)
    assert.deepEqual(alerts.newApproval, { enabled: false, notifyUnlimited: false })
    assert.deepEqual(alerts.largeTransfer, { enabled: true, threshold: 5 })
    assert.equal(
      monitorSettings({}, { newApproval: { enabled: false, notifyUnlimited: true } }).alerts.newApproval
        .notifyUnlimited,
      true,
    )
  })
})

test('a burn address cannot be watched, however it is spelled', () => {
  assert.equal(canBeWatched('0x000000000000000000000000000000000000dEaD'), false)
  assert.equal(canBeWatched('0xd8da6bf26964af9d7eed9e03e53415d37aa96045'), true)
})
