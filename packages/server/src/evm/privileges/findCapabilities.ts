import type { ContractFunction, TransferCondition } from '@redoubt/risk/facts/bytecode.ts'
import type { Capability, OwnerSwitch } from '@redoubt/risk/facts/privileges.ts'
import { transferSlots } from './calls/mayTouchTrading.ts'
import type { AcceptedCall } from './calls/tried.ts'
import type { ObservedCall } from './observeCalls.ts'
import { privilegedCall } from './privilegedCall.ts'
import type { PrivilegesContext } from './privilegesContext.ts'
import { strangerOf } from './screen.ts'
import type { SwitchTest } from './switches/flip.ts'

/** Capabilities that the calls showed by themselves. */
export function observedCapabilities(context: PrivilegesContext, observedCalls: readonly ObservedCall[]): Capability[] {
  return observedCalls.flatMap(({ tried, effects }) =>
    effects.map((effect): Capability => {
      const shown = `${firstText(tried)}${effect.shown}`
      return { ...effect, shown, call: privilegedCall(context, tried), state: 'effective' }
    }),
  )
}

function firstText({ first }: AcceptedCall): string {
  if (first === undefined) return ''
  return `after ${first.made.signature ?? first.made.selector} with (${first.way.args.join(', ')}): `
}

/** Capabilities that changed trading, or could change it. */
export function tradeCapabilities(context: PrivilegesContext, flips: readonly SwitchTest[]): Capability[] {
  const stranger = strangerOf(context)
  const harmless = new Set(flips.filter(isHarmless).map(({ calls }) => functionOf(calls[0])))
  const worstFirst = flips.toSorted((a, b) => rise(b) - rise(a))
  return worstFirst.flatMap(({ calls, switched, before, after }): Capability[] => {
    const [one] = calls
    if (one === undefined || calls.length > 1) return []
    const call = privilegedCall(context, one)
    if (switched !== null)
      return [
        {
          kind: kindOf(context, switched, one),
          call,
          state: 'effective',
          shown: `${taxText(before)} → ${taxText(after)}`,
        },
      ]
    if (one.caller === stranger) return []
    const kind = changed(before, after) ? changeKind(context, one, before, after) : unshownKind(context, one, harmless)
    if (kind === null) return []
    const works =
      kind === 'tax-change' || kind === 'limit-change' || (kind === 'whitelist' && !isDemanded(context, one))
    const shown = `accepted; ${taxText(before)} → ${taxText(after)}`
    return [{ kind, call, state: works ? 'effective' : 'potential', shown }]
  })
}

function kindOf(context: PrivilegesContext, { effect, hits }: OwnerSwitch, one: AcceptedCall): Capability['kind'] {
  const { way } = one
  if (effect === 'raises-tax') return 'tax-change'
  if (effect === 'siphons') return 'balance-write'
  if (hits === 'named-account') return way.flag === false ? 'whitelist' : 'blacklist'
  if (way.number === null) return 'pause'
  // A tax of 100% stops sales, too.
  return potentialKind(context, one) === 'tax-change' ? 'tax-change' : 'limit-change'
}

/**
 * Returns the capability behind a harmless change. A lower tax for one account, such as the pool, is an exemption where a list
 * says so. Otherwise the account receives the fee: the fee stays the same, and one paid to the pool or to the trader costs
 * nothing.
 */
function changeKind(
  context: PrivilegesContext,
  one: AcceptedCall,
  before: OwnerSwitch['before'],
  after: OwnerSwitch['before'],
): Capability['kind'] | null {
  const { way } = one
  if (highest(after) > highest(before)) return 'tax-change'
  const listed = potentialKind(context, one) !== null
  if (way.number === null && way.args.some(isAccount)) return listed ? 'whitelist' : null
  return way.names ? 'whitelist' : 'tax-change'
}

/**
 * Returns the kind of an accepted call without a visible effect. A holder that it named and that still trades was not
 * blacklisted; the call may remove accounts from the list. Removal from an exemption list exempts no account.
 */
function unshownKind(
  context: PrivilegesContext,
  one: AcceptedCall,
  harmless: ReadonlySet<string>,
): Capability['kind'] | null {
  const kind = potentialKind(context, one)
  if (kind === 'blacklist' && harmless.has(functionOf(one))) return null
  return kind === 'whitelist' && one.way.flag === false ? null : kind
}

/** Whether it named the holder, who traded on as before. */
function isHarmless({ calls, switched, before, after }: SwitchTest): boolean {
  const [one] = calls
  const traded = after.sellTax !== null || (before.sellTax === null && after.transferTax !== null)
  return calls.length === 1 && one?.way.names === true && one.way.flag !== false && switched === null && traded
}

function functionOf(one: AcceptedCall | undefined): string {
  return `${one?.target.address} ${one?.made.selector} ${one?.caller.address}`
}

function isAccount(arg: string): boolean {
  return /^0x[0-9a-f]{40}$/i.test(arg)
}

function rise({ switched, before, after }: SwitchTest): number {
  return (switched === null ? 0 : 1_000) + highest(after) - highest(before)
}

function highest({ buyTax, transferTax, sellTax }: OwnerSwitch['before']): number {
  return Math.max(buyTax ?? 0, transferTax ?? 0, sellTax ?? 0)
}

/** Classifies an accepted, harmless call by how a transfer uses the storage that the call writes. */
function potentialKind(context: PrivilegesContext, { made, way }: AcceptedCall): Capability['kind'] | null {
  const slots = transferSlots(context)
  const written = new Set(made.writes.filter((slot) => slots.has(slot)))
  const { conditions = [], scaledBy = [] } = context.bytecode.transferPath ?? {}
  if (way.number !== null && scaledBy.some((slot) => written.has(slot))) return 'tax-change'
  const about = conditions.filter(({ slot }) => slot !== null && written.has(slot))
  if (way.number !== null && about.some((one) => one.about === 'limit')) return 'limit-change'
  const lists = about.filter((one) => one.about === 'list' && !isOwnChoice(made, one))
  if (lists.some(({ demanded, needs }) => demanded && needs === false)) return 'blacklist'
  return lists.length > 0 ? 'whitelist' : null
}

/**
 * Whether a list that only chooses the path of a transfer exempts no account: it is asked about no party, as checkpoints of delegates are, or
 * its entry is an account that its own caller chose, as a delegate for votes.
 */
function isOwnChoice({ nominates = [] }: ContractFunction, { demanded, of, slot }: TransferCondition): boolean {
  return !demanded && (of === null || (slot !== null && nominates.includes(slot)))
}

function isDemanded({ bytecode }: PrivilegesContext, { made }: AcceptedCall): boolean {
  const conditions = bytecode.transferPath?.conditions ?? []
  return conditions.some(({ slot, demanded, about }) => {
    return demanded && about === 'list' && slot !== null && made.writes.includes(slot)
  })
}

function changed(before: OwnerSwitch['before'], after: OwnerSwitch['before']): boolean {
  return (['buyTax', 'transferTax', 'sellTax'] as const).some((tax) => {
    return before[tax] !== null && after[tax] !== null && Math.abs((after[tax] ?? 0) - (before[tax] ?? 0)) >= 0.5
  })
}

function taxText({ buyTax, transferTax, sellTax }: OwnerSwitch['before']): string {
  const text = (tax: number | null) => (tax === null ? 'fail' : `cost ${tax} %`)
  return `purchases ${text(buyTax)}, gifts ${text(transferTax)}, sales ${text(sellTax)}`
}
