import type { Address } from '../address.ts'
import { type Chain, NATIVE_SYMBOLS } from '../chain.ts'
import { burnForMessage } from '../derive/burnForMessage.ts'
import { claimOn, isClaimed } from '../derive/claimed.ts'
import type { Grant, Movement } from '../derive/shapes.ts'
import type { GatheredFacts } from '../engine/gatherFacts.ts'
import type { Account } from '../facts/account.ts'
import type { Facts } from '../facts/facts.ts'
import { nameAccount } from '../wording/accountNames.ts'
import { describeAsset, nameAsset, yourAsset } from '../wording/assetNames.ts'
import { listWords } from '../wording/listWords.ts'

/** Limit in characters: the summary is one line, and numbers chosen by a stranger must not make it a page. */
const MAX_TEXT = 300
const MAX_REASON = 80

/** Facts that are missing, with the reason of each. */
export type MissingFacts = GatheredFacts['missing']

/** Summarises the effects on your assets and permissions, and whether the transaction runs at all. */
export function summarise(chain: Chain, facts: Partial<Facts>, missing: MissingFacts = {}): string {
  const { transaction, simulation } = facts
  if (!transaction) return 'The transaction could not be read.'
  const intent = [...gives(facts), ...moves(chain, facts), ...spends(facts)]
  const sentence = bounded(joinClauses(intent.length > 0 ? intent : [otherwise(chain, facts)]), MAX_TEXT)
  if (!simulation) return `${sentence} ${whyNotSimulated(missing)}`
  if (simulation.outcome === 'rejected') return `The network rejects this: ${reasonOf(facts)}. ${sentence}`
  if (!simulation.success)
    return `This fails: ${reasonOf(facts)}. Nothing changes but the network fee. ${asAttempt(sentence)}`
  if (simulation.toppedUp) return `${sentence} You do not have enough ${NATIVE_SYMBOLS[chain]} for it now.`
  return sentence
}

/** A scan that ran out of time may say more when it is made again; one without simulation, as was asked for, does not. */
export function whyNotSimulated({ simulation }: MissingFacts): string {
  if (simulation?.reason === 'late')
    return 'Its simulation did not end in time, and this is read from the calldata: scan it again.'
  if (simulation?.reason === 'failed') return 'Its simulation failed; this is read from the calldata.'
  return 'It was not simulated; this is read from the calldata.'
}

function reasonOf({ simulation }: Partial<Facts>): string {
  return simulation?.revertReason ? `“${bounded(simulation.revertReason, MAX_REASON)}”` : 'the contract gives no reason'
}

function bounded(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max - 1)}…`
}

function asAttempt(sentence: string): string {
  return `Intended effect: ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`
}

/** Permissions and control given away come first: they outlast the transaction. */
function gives({ grants = [], delegates = {}, transaction }: Partial<Facts>): string[] {
  const delegations = (transaction?.authorizationList ?? []).map(({ address, authority = transaction?.from }) => {
    const account =
      authority && authority !== transaction?.from ? `the account ${nameAccount(authority)}` : 'your account'
    return BigInt(address) === 0n
      ? `you end the delegation of ${account}`
      : `you let the code of ${nameAccount(address, delegates[address])} act as ${account}`
  })
  const spenders = [...new Set(grants.map(({ spender }) => spender))]
  return [...delegations, ...spenders.map((spender) => letTake(grants.filter((grant) => grant.spender === spender)))]
}

function letTake(grants: readonly Grant[]): string {
  const taken = grants.map(({ token, symbol, decimals, tokenId, after, operator, unlimited }) => {
    if (operator) return symbol ? `every ${nameAsset(symbol, token)} you hold` : `all of ${yourAsset(symbol, token)}`
    if (unlimited) return `all ${yourAsset(symbol, token)}`
    return describeAsset({ assetType: 'erc20', address: token, symbol, decimals, tokenId, amount: after })
  })
  const lasting = grants.some(({ operator, unlimited }) => operator || unlimited) ? ', now and later' : ''
  const [first] = grants
  return first ? `you let ${nameAccount(first.spender, first.spenderAccount)} take ${listWords(taken)}${lasting}` : ''
}

function moves(chain: Chain, facts: Partial<Facts>): string[] {
  const { lost = [], gained = [] } = facts.movements ?? {}
  const words = (movements: readonly Movement[]) => listWords(movements.map((one) => describeAsset(one)))
  const from = `${whose(facts, [...lost, ...gained])}`
  if (lost.length === 0 && gained.length === 0) return facts.simulation?.success ? [] : asked(chain, facts)
  if (lost.length === 0) return [`${from} receive${from === 'you' ? '' : 's'} ${words(gained)}`]
  if (gained.length > 0) {
    const swap = /swap|exact(in|out)put|exchange/i.test(
      JSON.stringify(facts.decodedSteps?.map(({ functionName }) => functionName)),
    )
    return [
      swap && from === 'you'
        ? `you swap ${words(lost)} for ${words(gained)}`
        : `${from} give${from === 'you' ? '' : 's'} ${words(lost)} and receive${from === 'you' ? '' : 's'} ${words(gained)}`,
    ]
  }
  const receivers = [...new Set(lost.flatMap(({ takers }) => takers))]
  const to =
    receivers.length > 0 ? ` to ${listWords(receivers.map((one) => nameAccount(one, accountOf(facts, one))))}` : ''
  if (lost.every(({ how }) => how === 'sent')) return [`${from} send${from === 'you' ? '' : 's'} ${words(lost)}${to}`]
  const s = from === 'you' ? '' : 's'
  const burnt = lost.filter((loss) => isSentElsewhere(loss, facts))
  const rest = lost.filter((loss) => !burnt.includes(loss))
  if (burnt.length > 0)
    return [
      `${from} destroy${s} ${words(burnt)} on this network with a message to another one${rest.length > 0 ? `, pay${s} ${words(rest)}${to}` : ''} and get${s} nothing back here`,
    ]
  const proceeds = paidToAnother(facts, lost)
  if (proceeds.length > 0) return [`${from} give${s} ${words(lost)}, and ${listWords(proceeds, 2)}`]
  const withdrawn = withdrawable(lost, facts)
  if (withdrawn !== null) return [`${from} pay${s} ${words(lost)}${to} and can withdraw ${withdrawn}`]
  const verb = lost.some(({ how }) => how === 'taken') ? 'lose' : 'pay'
  return [`${from} ${verb}${s} ${words(lost)}${to} and get${s} nothing back`]
}

/** How much of what leaves its owners can take back by a withdrawal that paid them; null: not of all of it more than half. */
function withdrawable(lost: readonly Movement[], { claims = [] }: Partial<Facts>): string | null {
  const found = lost.map((loss) => claimOn(claims, loss))
  const own = found.flatMap((claim) => (claim !== null && isClaimed(claim) && claim.beneficiary === null ? claim : []))
  if (own.length < lost.length || own.some(({ whenOutbid }) => whenOutbid)) return null
  const isAll = own.every(({ returned, amount }) => returned >= amount)
  return `${isAll ? 'it' : 'most of it'}${own.some(({ after }) => after > 0) ? ' later' : ''}`
}

function isSentElsewhere(loss: Movement, { transaction, simulation }: Partial<Facts>): boolean {
  if (transaction === undefined || simulation === undefined) return false
  return burnForMessage(loss, { transaction, simulation }) !== null
}

/** What contracts pay to others out of what they keep for you. */
function spends({ spentPositions = [], simulation, ...facts }: Partial<Facts>): string[] {
  if (simulation?.success !== true) return []
  const named = (one: Address) => nameAccount(one, accountOf(facts, one))
  return spentPositions.map(
    ({ contract, loss }) =>
      `${named(contract)} pays ${describeAsset(loss)} of what it keeps for you to ${listWords(loss.takers.map(named))}`,
  )
}

/** Names the receiver of the purchase, where the call names another account for it: an asset other than the one given. */
function paidToAnother(
  { balanceChanges = [], decodedSteps = [], ...facts }: Partial<Facts>,
  lost: readonly Movement[],
) {
  const given = new Set(lost.map(({ address }) => address))
  const named = JSON.stringify(decodedSteps.map(({ parameters }) => parameters.map(({ value }) => value))).toLowerCase()
  const own = new Set([facts.transaction?.from, ...(facts.principals ?? [])])
  return balanceChanges
    .filter(({ account, address, change }) => change > 0n && !given.has(address) && !own.has(account))
    .filter(({ account }) => account !== facts.transaction?.to && named.includes(account.slice(2)))
    .map(
      (row) =>
        `${nameAccount(row.account, accountOf(facts, row.account))}, not you, receives ${describeAsset({ ...row, amount: row.change })}`,
    )
}

/** "You", or the Safe that pays. */
function whose({ transaction }: Partial<Facts>, movements: readonly Movement[]): string {
  const own = movements.every(({ account }) => account === transaction?.from)
  const [first] = movements
  return own || !first ? 'you' : `the Safe ${nameAccount(first.account)}`
}

/** Says what the call data asks for, when nothing was executed. */
function asked(chain: Chain, facts: Partial<Facts>): string[] {
  return (facts.payees ?? []).map(({ address, asset, tokenId, amount }) => {
    const symbol = asset === null ? NATIVE_SYMBOLS[chain] : (accountOf(facts, asset)?.token?.symbol ?? null)
    const decimals = asset === null ? 18 : (accountOf(facts, asset)?.token?.decimals ?? null)
    const assetType = asset === null ? 'native' : 'erc20'
    const what = describeAsset({ assetType, address: asset, symbol, decimals, tokenId, amount })
    return `you send ${what} to ${nameAccount(address, accountOf(facts, address))}`
  })
}

function otherwise(chain: Chain, facts: Partial<Facts>): string {
  const { transaction, decodedCall, approvalChanges = [], principals = [], recipient } = facts
  const revoked = approvalChanges.find(
    ({ owner, after, before }) => principals.includes(owner) && after < (before ?? after + 1n),
  )
  if (revoked?.after === 0n) {
    return `you revoke the approval of ${nameAccount(revoked.spender, facts.spenders?.[revoked.spender])} for ${yourAsset(revoked.symbol, revoked.token)}`
  }
  if (!transaction?.to) return 'you deploy a new contract'
  // For a user operation the recipient stands for all calls of the account.
  const target = transaction.userOperation ? 'the account' : nameAccount(transaction.to, recipient)
  const value =
    transaction.value > 0n
      ? ` with ${describeAsset({ assetType: 'native', address: null, symbol: NATIVE_SYMBOLS[chain], decimals: 18, tokenId: null, amount: transaction.value })}`
      : ''
  const result =
    facts.simulation?.success && facts.movements ? `, and none of your balances change${othersGain(facts)}` : ''
  const { calls } = transaction
  if (calls) return `you make ${calls.length === 1 ? theCall(facts) : `${calls.length} calls in one`}${result}`
  if (transaction.data === '0x') return `you send ${value ? value.slice(6) : 'nothing'} to ${target}`
  const name = decodedCall?.functionName ? `“${decodedCall.functionName}”` : 'an unknown function'
  return `you call ${name} of ${target}${value}${result}`
}

/** Describes the only call of a bundle: `one call, “addOwner” of yourself`. */
function theCall({ decodedCall, transaction, callees = [] }: Partial<Facts>): string {
  const [call] = decodedCall?.calls ?? []
  if (!call?.functionName || call.to === null) return 'one call'
  const target =
    call.to === transaction?.from
      ? 'yourself'
      : nameAccount(
          call.to,
          callees.find(({ address }) => address === call.to),
        )
  return `one call, “${call.functionName}” of ${target}`
}

/** Says what others gain, when nothing of yours changes but the call moves assets between others. */
function othersGain({ balanceChanges = [], principals = [], ...facts }: Partial<Facts>): string {
  const gaining = balanceChanges.filter(({ account, change }) => change > 0n && !principals.includes(account))
  const gains = gaining.map(
    (row) =>
      `${nameAccount(row.account, accountOf(facts, row.account))} gains ${describeAsset({ ...row, amount: row.change })}`,
  )
  return gains.length > 0 ? `, while ${listWords(gains, 2)}` : ''
}

function accountOf(facts: Partial<Facts>, address: Address): Account | undefined {
  if (facts.recipient?.address === address) return facts.recipient
  return facts.counterparties?.[address] ?? facts.spenders?.[address]
}

function joinClauses(clauses: readonly string[]): string {
  const text = listWords(clauses)
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
