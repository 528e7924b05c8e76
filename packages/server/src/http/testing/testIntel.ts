import type { IntelAuditRecord } from '../../domain/ports/intel.ts'
import type { HttpPorts } from '../ports.ts'

const HOUR = 3_600_000

/** Two lists, one fresh and one never loaded, and 30 records; `nothing` is no address, host or URL. */
export function testIntel(now: () => number): Pick<HttpPorts['intel'], 'overview' | 'lookup' | 'audit'> {
  const records: IntelAuditRecord[] = Array.from({ length: 30 }, (_, index) => ({
    seq: index + 1,
    at: Date.UTC(2026, 0, 1) + index,
    actor: 'cli:ada',
    action: 'source.add',
    subject: `list-${index}`,
    detail: '',
  }))
  const shared = { format: 'lines', confidence: 'medium', licence: null, enabled: true }
  return {
    async overview() {
      return {
        sources: [
          {
            ...shared,
            id: 'fresh',
            title: 'A fresh list',
            location: 'https://lists.example/…',
            label: 'phishing',
            entryCount: 336_000,
            refreshedAt: now() - HOUR,
            changedAt: now() - 2 * HOUR,
            nextAttemptAt: now() + HOUR,
            failures: 0,
            lastError: null,
            stale: false,
          },
          {
            ...shared,
            id: 'never',
            title: 'One that never was loaded',
            location: '/srv/lists/ofac.xml',
            label: 'sanctioned',
            entryCount: 0,
            refreshedAt: null,
            changedAt: null,
            nextAttemptAt: now() + HOUR,
            failures: 3,
            lastError: 'no such file',
            stale: true,
          },
        ],
        pack: { date: '2026-11-01', counts: { contracts: 3400, tokens: 13_000 } },
        sanctions: { state: 'unknown', reason: 'never (never loaded)' },
      }
    },
    async lookup({ value, chain: of }) {
      if (value === 'nothing') throw new RangeError('value: expected an address, a host or a URL')
      if (of !== null) throw new RangeError('chain: expected with an address only, not with a host')
      const word = {
        kind: 'host',
        value,
        chain: null,
        label: 'phishing',
        name: null,
        source: 'fresh',
        confidence: 'medium',
        licence: null,
        enabled: true,
        firstSeen: now() - 5 * HOUR,
        lastSeen: now() - HOUR,
        removedAt: null,
      }
      const { kind, chain, label } = word
      const override = { kind, value, chain, verdict: 'deny' as const, label, note: 'ours', actor: 'cli:ada' }
      return { entries: [word], overrides: [{ ...override, createdAt: now() - HOUR }] }
    },
    async audit({ limit, before }) {
      return records
        .toReversed()
        .filter(({ seq }) => before === null || seq < before)
        .slice(0, limit)
    },
  }
}
