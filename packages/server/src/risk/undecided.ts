import type { Finding } from './finding.ts'
import { listWords } from './wording/listWords.ts'

/** Facts whose own names say little to a person. */
const WORDS: Readonly<Record<string, string>> = {
  balanceChanges: 'the balance changes',
  movements: 'the balance changes',
  moved: 'the balance changes',
  worstCase: 'what the signature may cost',
  worstCaseChanges: 'what the signature may cost',
  followUps: 'what the signature may be used for',
  approvalChanges: 'the approval changes',
  grants: 'the approval changes',
  counterparties: 'the accounts that gain',
  spenders: 'the accounts that may take tokens',
  named: 'the accounts that the message names',
  delegates: 'the code that the account is handed to',
  recipient: 'the recipient',
  sender: 'the sender',
  simulation: 'the outcome of the execution',
  trialSales: 'whether what is bought can be sold',
  tokenPulls: 'the allowances that are used',
  subject: 'the address itself',
  walletApprovals: 'what others may take of it',
  walletActivity: 'its history',
  walletCounterparties: 'whom it dealt with',
  exposures: 'whom it dealt with',
  flaggedDeployments: 'what it created',
  fundingChain: 'where its money came from',
  walletContract: 'what it is made of',
  walletExtensions: 'what it is made of',
  capabilities: 'what those who control it can do',
  privileged: 'who controls it',
  switches: 'what those who control it can do',
  history: 'its history',
  lists: 'the lists',
  trade: 'whether it can be bought and sold',
  bytecode: 'its code',
  implementations: 'the code that it runs',
  lookalikes: 'whether it imitates another address',
  standing: 'what the lists say of it',
  hopStandings: 'what the lists say of where it leads',
  visit: 'what its page shows',
  page: 'what its page shows',
  registration: 'the age of its domain',
  tls: 'its certificate',
}

/**
 * The finding that says why a score is raised where nothing was found: what decides is not known, and unknown is not safe.
 * @param missing names of facts, or words of a rule for what it would have to know.
 * @param impact points of the score.
 */
export function undecided(missing: readonly string[], impact: number): Finding {
  const names = [...new Set(missing)].sort()
  const words = names.map((name) => WORDS[name] ?? name)
  return {
    id: 'not-enough-known',
    severity: 'medium',
    title: 'What decides is not known',
    description: `It could not be learned ${words.length > 0 ? `in full: ${listWords(words)}` : 'whether it is safe'}. Little or nothing that was looked at speaks against it, and that is not the same as safe.`,
    impact,
    evidence: { missing: names },
  }
}
