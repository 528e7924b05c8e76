import type { Address } from '../address.ts'
import { type Chain, NATIVE_SYMBOLS } from '../chain.ts'
import type { Account } from '../facts/account.ts'
import type { BalanceChange } from '../facts/changes.ts'
import type { DecodedCall } from '../facts/decodedCall.ts'
import type { Facts } from '../facts/facts.ts'
import { nameAccount } from '../wording/accountNames.ts'
import { describeAsset, formatAmount, formatUsd, nameAsset, yourAsset } from '../wording/assetNames.ts'

/** Limits of shown lines; the rest is counted. */
const MAX_CALLS = 12
const MAX_CHANGES = 12

/** One sentence per call, per change of a holding and per permission, then the gas. */
export function explainSteps(chain: Chain, facts: Partial<Facts>): string[] {
  const bundle = facts.transaction?.calls
  const calls = (facts.decodedCall ? flatten(facts.decodedCall) : []).map((call) =>
    bundle !== undefined && call === facts.decodedCall
      ? `The bundle makes ${bundle.length} ${bundle.length === 1 ? 'call' : 'calls'}.`
      : describeCall(chain, call, facts),
  )
  const changes = (facts.balanceChanges ?? []).map((row) => describeChange(row, facts))
  const permissions = (facts.approvalChanges ?? []).map((row) => {
    const allowed = row.operator || row.unlimited ? 'everything' : formatAmount(row.after, row.decimals ?? 0)
    const whose =
      row.owner === facts.transaction?.from
        ? yourAsset(row.symbol, row.token)
        : `${nameAccount(row.owner)}’s ${row.symbol ? nameAsset(row.symbol, row.token) : `tokens of ${nameAccount(row.token)}`}`
    const spender = nameAccount(row.spender, facts.spenders?.[row.spender])
    return row.after === 0n
      ? `${spender} may no longer take ${whose}.`
      : `${spender} may now take ${allowed} of ${whose}.`
  })
  const { simulation } = facts
  const gas = simulation
    ? [`It uses ${simulation.gasUsed.toLocaleString('en-US')} gas${simulation.success ? '' : ' and reverts'}.`]
    : []
  return [
    ...bounded(calls, MAX_CALLS, 'further calls'),
    ...bounded([...changes, ...permissions], MAX_CHANGES, 'further changes'),
    ...gas,
  ]
}

function flatten(call: DecodedCall): DecodedCall[] {
  return [call, ...call.calls.flatMap(flatten)]
}

function describeCall(chain: Chain, { to, functionName, selector, value }: DecodedCall, facts: Partial<Facts>): string {
  const coins =
    value > 0n
      ? describeAsset({
          assetType: 'native',
          address: null,
          symbol: NATIVE_SYMBOLS[chain],
          decimals: 18,
          tokenId: null,
          amount: value,
        })
      : null
  if (to === null) return `A new contract is deployed${coins ? ` with ${coins}` : ''}.`
  const target = nameAccount(to, accountOf(facts, to))
  if (!functionName && !selector)
    return coins ? `${capitalised(coins)} goes to ${target}.` : `${target} is called without data.`
  return `${functionName ? `“${functionName}”` : `The unknown function ${selector}`} of ${target} is called${coins ? ` with ${coins}` : ''}.`
}

function describeChange(row: BalanceChange, facts: Partial<Facts>): string {
  const own = row.account === facts.transaction?.from
  const who = own ? 'You' : nameAccount(row.account, accountOf(facts, row.account))
  const amount = describeAsset({ ...row, amount: row.change < 0n ? -row.change : row.change })
  const usd = row.changeUsd === null ? '' : ` (about ${formatUsd(Math.abs(row.changeUsd))})`
  const verb = row.change < 0n ? 'lose' : 'gain'
  return `${who} ${verb}${own ? '' : 's'} ${amount}${usd}.`
}

function accountOf(facts: Partial<Facts>, address: Address): Account | undefined {
  if (facts.recipient?.address === address) return facts.recipient
  return facts.counterparties?.[address] ?? facts.spenders?.[address]
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function bounded(lines: readonly string[], max: number, what: string): string[] {
  return lines.length <= max ? [...lines] : [...lines.slice(0, max), `${lines.length - max} ${what}.`]
}
