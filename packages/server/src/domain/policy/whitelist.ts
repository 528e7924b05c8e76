import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Effects, PolicyCall } from './effects.ts'
import type { AllowedContract, ArgumentBound, PolicyRules } from './policy.ts'

type Whitelist = NonNullable<PolicyRules['whitelistMode']>

/**
 * Says what of a request the whitelist does not cover; empty when it covers everything. A call is covered by a listed contract with its
 * function and arguments, as a plain payment to a listed address, or as a standard call of a known token that names listed accounts alone. A
 * recipient, and who gets a right, must be listed unless every call is one of a listed contract.
 */
export function outsideWhitelist(
  { calls, recipients, approvals, rights }: Pick<Effects, 'calls' | 'recipients' | 'approvals' | 'rights'>,
  { addresses, contracts }: Whitelist,
  spenders: readonly Address[],
): string[] {
  const named = new Set([...addresses, ...contracts.map(({ address }) => address)])
  const ruled = calls.map((call) => contracts.some((contract) => allowsCall(contract, call)))
  const isCovered = (call: PolicyCall, at: number): boolean => {
    if (ruled[at]) return true
    if (call.delegatecall || call.to === null) return false
    if (call.data === '0x') return addresses.includes(call.to)
    const isNamed = (party: Address) => named.has(party) || spenders.includes(party)
    return call.value === 0n && call.parties !== null && call.parties.every(isNamed)
  }
  const byContracts = calls.length > 0 && ruled.every(Boolean)
  return [
    ...calls.filter((call, at) => !isCovered(call, at)).map(describeCall),
    ...recipients.filter((one) => !byContracts && !named.has(one)).map((one) => `${one} is not on the whitelist.`),
    ...approvals
      .filter(({ spender }) => !named.has(spender) && !spenders.includes(spender))
      .map(({ spender }) => `The spender ${spender} is not on the whitelist.`),
    ...(rights ?? [])
      .filter(({ holder }) => !byContracts && !named.has(holder) && !spenders.includes(holder))
      .map(({ holder, contract }) => `${holder}, which gets a right in ${contract}, is not on the whitelist.`),
  ]
}

/** Whether a contract of the whitelist covers the call, arguments included. */
function allowsCall({ address, selectors }: AllowedContract, { to, data, delegatecall }: PolicyCall): boolean {
  if (delegatecall || to !== address) return false
  if (selectors === null || data === '0x') return true
  return selectors.some(
    (one) => data.slice(0, 10) === one.selector && one.arguments.every((bound) => isWithin(bound, data)),
  )
}

const SELECTOR_CHARACTERS = 10
const WORD_CHARACTERS = 64

function isWithin({ word, min, max, oneOf }: ArgumentBound, data: Hex): boolean {
  const from = SELECTOR_CHARACTERS + word * WORD_CHARACTERS
  const text = data.slice(from, from + WORD_CHARACTERS)
  // A contract reads missing bytes as zeros, or reverts: what is not there is not within bounds.
  if (text.length < WORD_CHARACTERS) return false
  const value = BigInt(`0x${text}`)
  return (min === null || value >= min) && (max === null || value <= max) && (oneOf === null || oneOf.includes(value))
}

function describeCall({ to, data, delegatecall }: PolicyCall): string {
  if (to === null) return 'A contract creation is not on the whitelist.'
  if (delegatecall) return `The wallet would run the code of ${to} as its own.`
  if (data === '0x') return `${to} is not on the whitelist.`
  return `The call of ${data.slice(0, 10)} on ${to} is not on the whitelist.`
}
