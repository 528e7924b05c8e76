import { trustOf } from '../../accounts/trust.ts'
import type { Address } from '../../address.ts'
import { actsByRecord, BY_RECORD } from '../../derive/actsByRecord.ts'
import type { PrivilegeChange } from '../../derive/shapes.ts'
import { defineDetector } from '../../engine/detector.ts'
import type { Facts } from '../../facts/facts.ts'
import { controlChangesOf } from '../../message/messageCalls.ts'
import { nameAccount, shortAddress } from '../../wording/accountNames.ts'

type Change = Pick<PrivilegeChange, 'kind' | 'from' | 'to'>

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
  needs: ['intents', 'worstCaseExecutions', 'named', 'contractJudgements'],
  detect: ({ intents, worstCaseExecutions, named, contractJudgements }) => {
    if (!intents.some(({ kind }) => kind === 'execution')) return 'not-applicable'
    return controlChangesOf({ intents, worstCaseExecutions }).map(({ kind, contract, from, to, shownBy }) => {
      const isByRecord = kind === 'safe-module' && to !== null && actsByRecord(contractJudgements[to])
      const isGiven = isDelegation({ kind, contract, to }, { intents, worstCaseExecutions, named })
      return {
        severity: isByRecord ? 'medium' : isGiven ? 'critical' : 'high',
        description: `${sentence({ kind, from, to }, nameAccount(contract, named[contract]))}.${isByRecord ? ` ${BY_RECORD}` : ''}`,
        evidence: { kind, contract, removed: from, added: to, shownBy },
      }
    })
  },
})

function sentence({ kind, from, to }: Change, of: string): string {
  const who = to === null ? null : shortAddress(to)
  switch (kind) {
    case 'owner':
      return `${who ?? 'Another account'} becomes the owner of ${of}`
    case 'admin':
      return `${who ?? 'Another account'} becomes the administrator of ${of}`
    case 'implementation':
      return `${of} gets the code of ${who ?? 'another contract'}`
    case 'role':
      return `${who ?? 'An account'} gains a role in ${of}`
    case 'safe-owner':
      if (who === null) return `${of} loses the owner ${from === null ? '' : shortAddress(from)}`.trimEnd()
      return `${who} becomes an owner of ${of}${from === null ? '' : ` in place of ${shortAddress(from)}`}`
    case 'safe-threshold':
      return `${of} needs another number of signatures`
    case 'safe-module':
      return who === null
        ? `${of} loses a module`
        : `${who} becomes a module of ${of}: it can move funds without signatures`
    case 'safe-guard':
      return `${who ?? 'No contract'} becomes the guard of ${of}, which checks every transaction`
    case 'safe-fallback-handler':
      return `${who ?? 'No contract'} becomes the fallback handler of ${of}, which can sign messages for the account`
  }
}

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
