import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { getAddress } from 'viem/utils'
import type { PolicyUsage } from './decision.ts'
import { limitAlerts } from './limitAlerts.ts'
import { NOON, policyWith } from './testPolicy.ts'

const wallet = { accountId: 'acc_1', environment: 'live' } as const
const usage = (day: number, rolling = day): PolicyUsage => ({
  dayMicroUsd: day * 1_000_000,
  rollingMicroUsd: rolling * 1_000_000,
  assets: [],
})
const limits = (rolling24hUsd: number | null = null) =>
  policyWith({ dailySpendingLimit: { usd: 100, rolling24hUsd, alertAt: 0.8 } })
const alerts = (before: PolicyUsage, after: PolicyUsage, policy = limits()) =>
  limitAlerts(policy, { wallet, before, after, now: NOON })

describe('limitAlerts', () => {
  test('tells of a limit whose share is reached', () => {
    const [alert, ...others] = alerts(usage(79), usage(80))
    assert.deepEqual(others, [])
    const address = getAddress(limits().address)
    assert.deepEqual(
      { ...alert, data: JSON.parse(alert?.data ?? '') },
      {
        ...wallet,
        type: 'policy.limit_alert',
        entity: address,
        data: {
          wallet: address,
          window: 'utc_day',
          limitUsd: '100',
          usedUsd: '80',
          leftUsd: '20',
          alertAt: '0.8',
          day: '2026-01-01',
          policyVersion: 1,
        },
        identity: `policy.limit_alert:${limits().address}:utc_day:2026-01-01`,
        at: NOON,
      },
    )
  })

  test('tells it once: not before the share, nor when it was reached already, nor when nothing was added', () => {
    assert.deepEqual(alerts(usage(0), usage(79.99)), [])
    assert.deepEqual(alerts(usage(80), usage(95)), [])
    assert.deepEqual(alerts(usage(90), usage(90)), [])
    assert.equal(alerts(usage(0), usage(150)).length, 1)
  })

  test('beyond the limit nothing is left', () => {
    assert.equal(JSON.parse(alerts(usage(0), usage(150))[0]?.data ?? '').leftUsd, '0')
  })

  test('each window has its own limit', () => {
    const windows = (before: PolicyUsage, after: PolicyUsage) =>
      alerts(before, after, limits(200)).map(({ data }) => JSON.parse(data).window)
    assert.deepEqual(windows(usage(0, 0), usage(80, 160)), ['utc_day', 'rolling_24h'])
    assert.deepEqual(windows(usage(0, 150), usage(10, 160)), ['rolling_24h'])
    assert.deepEqual(windows(usage(0, 0), usage(85, 100)), ['utc_day'])
  })

  test('without a limit there is nothing to tell', () => {
    assert.deepEqual(alerts(usage(0), usage(1_000), policyWith({})), [])
  })

  test('where the whole limit is the share, reaching it is told', () => {
    const whole = policyWith({ dailySpendingLimit: { usd: 100, rolling24hUsd: null, alertAt: 0 } })
    assert.deepEqual(alerts(usage(0), usage(0), whole), [])
  })
})
