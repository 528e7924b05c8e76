import type { PrivilegeChange } from '../../derive/shapes.ts'
import { defineDetector } from '../../detector.ts'
import type { Address, Facts } from '../../facts.ts'
import { controlChangesOf } from '../../message/controlChangesOf.ts'
import { standingOf } from '../../standing.ts'
import { nameAccount } from '../../wording/nameAccount.ts'
import { shortAddress } from '../../wording/shortAddress.ts'

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
  needs: ['intents', 'followUps', 'named'],
  detect: ({ intents, followUps, named }) => {
    if (!intents.some(({ kind }) => kind === 'execution')) return 'not-applicable'
    return controlChangesOf({ intents, followUps }).map(({ kind, contract, from, to, shownBy }) => ({
      severity: isHandover({ kind, contract, to }, { intents, followUps, named }) ? 'critical' : 'high',
      description: `In ${nameAccount(contract, named[contract])} ${WORDS[kind]}${to ? ` (${shortAddress(to)})` : ''}.`,
      evidence: { kind, contract, removed: from, added: to, shownBy },
    }))
  },
})

/** A module moves funds without signatures: the key of a person, or code that nobody knows let in by one signature alone. */
function isHandover(
  { kind, contract, to }: Pick<PrivilegeChange, 'kind' | 'contract' | 'to'>,
  { intents, followUps, named }: Pick<Facts, 'intents' | 'followUps' | 'named'>,
): boolean {
  if (kind !== 'safe-module' || to === null) return false
  const module = named[to]
  if (module === undefined) return isEnoughAlone(contract, { intents, followUps })
  const standing = standingOf(module)
  if (standing === 'known') return false
  return module.class === 'eoa' || standing === 'flagged' || isEnoughAlone(contract, { intents, followUps })
}

/** One approval and the execution were all that ran, and they ran: nobody else has a say. */
function isEnoughAlone(safe: Address, { intents, followUps }: Pick<Facts, 'intents' | 'followUps'>): boolean {
  return followUps.some(({ intent, simulations }) => {
    const run = intents[intent]
    return (
      run?.kind === 'execution' &&
      run.account === safe &&
      simulations.length === ONE_APPROVAL_AND_EXECUTION &&
      simulations.every(({ success }) => success)
    )
  })
}
