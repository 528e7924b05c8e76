import { trustOf } from '../../accounts/trust.ts'
import { defineDetector } from '../../engine/detector.ts'
import type { Severity } from '../../engine/finding.ts'
import type { WalletExtension } from '../../facts/walletContract.ts'
import { nameAccount } from '../../wording/accountNames.ts'

export default defineDetector({
  id: 'safe-extension',
  title: 'Safe module, guard or fallback handler',
  why: 'Modules move a Safe’s assets without its owners’ signatures, and guards can block its transactions for ever. Attackers add a module as a back door.',
  advice:
    'If the Safe is yours, remove every module and guard you do not know. If it is not yours, do not assume that its owners alone decide.',
  appliesTo: 'wallet',
  category: 'ownership',
  severity: 'medium',
  confidence: 'high',
  needs: ['walletExtensions'],
  detect: ({ walletExtensions }) =>
    walletExtensions.flatMap((extension) => {
      const severity = severityOf(extension)
      const { role, account } = extension
      if (severity === null) return []
      return [
        {
          severity,
          description: `${nameAccount(account.address, account)} is a ${role} of this Safe${role === 'module' ? ' and can move all its assets' : ''}.`,
          evidence: { address: account.address, role, class: account.class, trust: trustOf(account) },
        },
      ]
    }),
})

function severityOf({ role, account }: WalletExtension): Severity | null {
  const trust = trustOf(account)
  if (trust === 'flagged') return 'critical'
  if (trust === 'known') return null
  if (role === 'module') return account.class === 'contract' && trust !== 'open-executor' ? 'medium' : 'high'
  // Handlers answer questions: they cannot move anything.
  return role === 'fallback handler' ? null : 'low'
}
