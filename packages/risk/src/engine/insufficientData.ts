import { listWords } from '../wording/listWords.ts'
import type { Finding } from './finding.ts'

/** Facts whose own names say little to a person. */
const WORDS: Readonly<Record<string, string>> = {
  balanceChanges: 'the balance changes',
  movements: 'the balance changes',
  moved: 'the balance changes',
  worstCase: 'what the signature may cost',
  worstCaseChanges: 'what the signature may cost',
  worstCaseExecutions: 'what the signature may be used for',
  executedIntents: 'what the signature may be used for',
  approvalChanges: 'the approval changes',
  grants: 'the approval changes',
  counterparties: 'the accounts that gain',
  spenders: 'the accounts that may take tokens',
  named: 'the accounts that the message names',
  delegates: 'the EIP-7702 delegate',
  recipient: 'the recipient',
  sender: 'the sender',
  simulation: 'the outcome of the execution',
  saleProbes: 'whether what is bought can be sold',
  contractJudgements: 'the contract scans of the contracts that it uses',
  walletJudgements: 'the wallet scans of the accounts that receive something',
  exits: 'whether it only takes assets back',
  tokenPulls: 'the allowances that are used',
  subject: 'the address itself',
  walletApprovals: 'its token approvals',
  walletActivity: 'its history',
  walletCounterparties: 'its counterparties',
  exposures: 'its exposure to flagged accounts',
  flaggedDeployments: 'what it created',
  fundingChain: 'its funding source',
  walletExtensions: 'what it is made of',
  codeJudgement: 'what its code can do',
  walletJudgement: 'what its wallet did',
  capabilities: 'what its owners and admins can do',
  privileged: 'its owners and admins',
  switches: 'what its owners and admins can do',
  history: 'its history',
  lists: 'the lists',
  trade: 'whether it can be bought and sold',
  bytecode: 'its code',
  implementations: 'the code that it runs',
  lookalikes: 'whether it imitates another address',
  trust: 'what the lists say of it',
  hopTrust: 'what the lists say of its redirect targets',
  visit: 'what its page shows',
  page: 'what its page shows',
  renderedPage: 'what its page does when a browser runs it',
  registration: 'the age of its domain',
  tls: 'its certificate',
  token: 'whether it is a token',
  sale: 'whether it can be bought and sold',
  proxy: 'whether its code can be replaced',
  executedUpgrades: 'whether its code can be replaced',
  upgrader: 'whether its code can be replaced',
  walletContract: 'what it is made of',
  privilegeChanges: 'who gains control',
  ownWallets: 'who gains control',
  controllers: 'who controls the sender',
  consentingSpenders: 'what the spender can do',
  openAllowances: 'what any account can take by your earlier allowances',
  senderHistory: 'the accounts that the sender dealt with',
  payees: 'the recipient',
  principals: 'whose assets are at stake',
  decodedSteps: 'the decoded call',
  transaction: 'the call that would be made',
  delegateActs: 'what its delegate does',
  delegate: 'its delegate',
  delegations: 'the EIP-7702 delegate',
  intents: 'what the signature allows',
  imitations: 'whether a token imitates another',
  origin: 'the site that asks',
  endpointAgreement: 'the state of the chain, about which RPC endpoints contradict each other',
}

/** Id of the finding: of no rule, for it says what no rule could look at. */
export const INSUFFICIENT_DATA = 'not-enough-known'
/** Where medium begins. */
const MEDIUM = 40

/**
 * Returns the finding that explains a score raised for want of knowledge: unknown is not safe.
 * @param missing names of facts, or words of a rule for what it would have to know.
 * @param impact points of the score that it stands for; 0 where what was found scores as much by itself.
 * @param reasons sentences that say why something could not be executed.
 */
export function insufficientData(missing: readonly string[], impact: number, reasons: readonly string[] = []): Finding {
  const names = [...new Set(missing)].sort()
  const words = names.map(describeFact)
  const what = words.length > 0 ? `not known in full: ${listWords(words)}` : 'too little is known to call it safe'
  const sentences = [
    `${what.charAt(0).toUpperCase()}${what.slice(1)}.`,
    ...reasons,
    ...(impact > 0 ? [UNKNOWN_IS_NOT_SAFE] : []),
  ]
  return {
    id: INSUFFICIENT_DATA,
    severity: impact >= MEDIUM ? 'medium' : 'low',
    title: 'Insufficient data',
    description: sentences.join(' '),
    impact,
    evidence: reasons.length > 0 ? { missing: names, reasons: [...reasons] } : { missing: names },
  }
}

const UNKNOWN_IS_NOT_SAFE =
  'The facts that are known show little or no risk, and that is not the same as safe. Scan again, with more time and nothing switched off, before you rely on it.'

/** Returns a fact or source in words a person reads: `walletApprovals` as `its token approvals`, `freeze-lists` as `freeze lists`. */
export function describeFact(name: string): string {
  return Object.hasOwn(WORDS, name) ? (WORDS[name] ?? name) : name.includes(' ') ? name : spacedName(name)
}

/** `ownerSwitches` and `owner-switches` as `owner switches`. */
export function spacedName(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`)
    .replace(/[_-]+/g, ' ')
}
