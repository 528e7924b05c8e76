import type { Address } from '@redoubt/risk/address.ts'
import type { AccountAddress, AccountAddresses } from '../domain/ports/accountAddresses.ts'
import type { Engine } from './engine/engine.ts'

/** Newest scans that are looked through. */
const MAX_SCANS = 1_000
const MAX_MONITORS = 5_000

/** Reads the addresses that one account monitors, scanned, or signed with; of no other account. */
export function createAccountAddresses({ db }: Engine): AccountAddresses {
  return {
    async of({ accountId, environment }) {
      const [monitors, scans] = await Promise.all([
        db
          .selectFrom('monitors')
          .select('address')
          .where('account_id', '=', accountId)
          .where('environment', '=', environment)
          .limit(MAX_MONITORS)
          .execute(),
        db
          .selectFrom('scan_records')
          .select(['kind', 'subject', 'risk_level', 'created_at'])
          .where('account_id', '=', accountId)
          .where('environment', '=', environment)
          .orderBy('created_at', 'desc')
          .orderBy('seq', 'desc')
          .limit(MAX_SCANS)
          .execute(),
      ])
      const found = new Map<string, AccountAddress>()
      const flagged = new Set<string>()
      // Oldest first, so that the first scan dates the address.
      for (const { kind, subject, risk_level: level, created_at: since } of scans.reverse()) {
        if (!SUBJECTS.has(kind) || !/^0x[0-9a-fA-F]{40}$/.test(subject)) continue
        const address = subject.toLowerCase() as Address
        // The level of a message is of its content, not of its signer.
        if (kind === 'message') {
          if (found.get(address)?.by !== 'signer') found.set(address, { address, by: 'signer', since })
        } else if (level === 'high' || level === 'critical') flagged.add(address)
        else if (!found.has(address)) found.set(address, { address, by: 'scanned', since })
      }
      for (const address of flagged) if (found.get(address)?.by === 'scanned') found.delete(address)
      for (const row of monitors) {
        const address = row.address.toLowerCase() as Address
        found.set(address, { address, by: 'monitored', since: null })
      }
      return [...found.values()]
    },
  }
}

const SUBJECTS: ReadonlySet<string> = new Set(['wallet', 'contract', 'message'])
