import type { Address } from '../../address.ts'
import type { PrivilegeChange } from '../../derive/shapes.ts'
import { defineDetector } from '../../detector.ts'
import type { Facts } from '../../facts.ts'
import { controlChangesOf } from '../../message/messageCalls.ts'
import { trustOf } from '../../trust.ts'
import { nameAccount, shortAddress } from '../../wording/accountNames.ts'

const WORDS: Readonly<Record<PrivilegeChange['kind'], string>> = {
  owner: 'the owner changes',
  admin: 'the administrator changes',
  implementation: 'the code changes',
  role: 'an account gains a role',
  'safe-owner': 'the owners change',
  'safe-threshold': 'the number of signatures changes',
  'safe-module': 'a new module gains access, which can move funds without signatures',
  'safe-guard': 'the guard, which checks every transaction, changes',
  'safe-fallback-handler': 'the fallback handler, which can sign messages for the account, changes',
}

const ONE_APPROVAL_AND_EXECUTION = 2

export default defineDetector({
  id: 'signed-control-change',
  title: 'Account owner or module change',
  why: 'Owners, threshold, modules, guard, fallback handler and code decide who can move an account’s assets. Your signature is one of those required; the site asks for it at no cost, and its holder can use it at any time.',
  advice: 'Confirm each change with the other owners over another channel before you sign.',
  appliesTo: 'message',
  category: 'ownership',
  severity: 'high',
  confidence: 'high',
  family: 'control',
  needs: ['intents', 'worstCaseExecutions', 'named'],
  detect: ({ intents, worstCaseExecutions, named }) => {
    if (!intents.some(({ kind }) => kind === 'execution')) return 'not-applicable'
    return controlChangesOf({ intents, worstCaseExecutions }).map(({ kind, contract, from, to, shownBy }) => ({
      severity: isDelegation({ kind, contract, to }, { intents, worstCaseExecutions, named }) ? 'critical' : 'high',
      description: `In ${nameAccount(contract, named[contract])} ${WORDS[kind]}${to ? ` (${shortAddress(to)})` : ''}.`,
      evidence: { kind, contract, removed: from, added: to, shownBy },
    }))
  },
})

/** Whether a new module can move funds without signatures: the key of an EOA, or unknown code that one signature alone lets in. */
function isDelegation(
  { kind, contract, to }: Pick<PrivilegeChange, 'kind' | 'contract' | 'to'>,
  { intents, worstCaseExecutions, named }: Pick<Facts, 'intents' | 'worstCaseExecutions' | 'named'>,
): boolean {
  if (kind !== 'safe-module' || to === null) return false
  const module = named[to]
  if (module === undefined) return isEnoughAlone(contract, { intents, worstCaseExecutions })
  const trust = trustOf(module)
  if (trust === 'known') return false
  return module.class === 'eoa' || trust === 'flagged' || isEnoughAlone(contract, { intents, worstCaseExecutions })
}

/** Whether one approval and the execution sufficed: no other owner has to agree. */
function isEnoughAlone(
  safe: Address,
  { intents, worstCaseExecutions }: Pick<Facts, 'intents' | 'worstCaseExecutions'>,
): boolean {
  return worstCaseExecutions.some(({ intent, simulations }) => {
    const run = intents[intent]
    return (
      run?.kind === 'execution' &&
      run.account === safe &&
      simulations.length === ONE_APPROVAL_AND_EXECUTION &&
      simulations.every(({ success }) => success)
    )
  })
}
