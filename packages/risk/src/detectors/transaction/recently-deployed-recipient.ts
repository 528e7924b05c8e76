import { trustOf } from '../../accounts/trust.ts'
import { defineDetector } from '../../engine/detector.ts'
import { nameAccount } from '../../wording/accountNames.ts'

export default defineDetector({
  id: 'recently-deployed-recipient',
  title: 'Recently deployed contract',
  why: 'A new contract has no history to judge. Honest projects begin like this too, so this weighs little on its own.',
  advice: 'Check with the project that this is its contract.',
  appliesTo: 'transaction',
  category: 'code',
  severity: 'low',
  confidence: 'medium',
  soft: true,
  needs: ['recipient', 'payees', 'counterparties'],
  detect: ({ recipient, payees, counterparties }) => {
    // Receivers of tokens count as well as the called contract.
    const accounts = new Map(
      [recipient, ...payees.map(({ address }) => counterparties[address])]
        .flatMap((account) => (account?.class === 'contract' ? [account] : []))
        .map((account) => [account.address, account]),
    )
    const contracts = [...accounts.values()]
    if (contracts.length === 0) return 'not-applicable'
    const strangers = contracts.filter((account) => !['known', 'open-executor'].includes(trustOf(account)))
    const recent = strangers.filter(({ deployedRecently }) => deployedRecently === true)
    const untold = strangers.filter(({ deployedRecently }) => deployedRecently === null)
    if (recent.length === 0 && untold.length > 0) return { unknown: untold.map(({ address }) => `age of ${address}`) }
    return recent.map((account) => ({
      description: `${nameAccount(account.address, account)} was deployed only recently.`,
      evidence: { contract: account.address, deployedRecently: true },
    }))
  },
})
