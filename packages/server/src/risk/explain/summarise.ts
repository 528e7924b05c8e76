import { type Chain, NATIVE_SYMBOLS } from '../chain.ts'
import type { Account, Address, Facts, Grant, Movement } from '../facts.ts'
import { describeAsset } from '../wording/formatAmount.ts'
import { nameAccount } from '../wording/nameAccount.ts'
import { nameAsset } from '../wording/nameAsset.ts'

/** The summary: what happens to your assets and permissions, and whether it runs at all. */
export function summarise(chain: Chain, facts: Partial<Facts>): string {
  const { transaction, simulation } = facts
  if (!transaction) return 'The transaction could not be read.'
  const intent = [...gives(facts), ...moves(chain, facts)]
  const sentence = joinClauses(intent.length > 0 ? intent : [otherwise(chain, facts)])
  if (!simulation) return `${sentence} It was not executed, so this is only what it asks for.`
  if (simulation.outcome === 'rejected') return `This cannot be sent: ${reasonOf(facts)}. ${sentence}`
  if (!simulation.success)
    return `This fails: ${reasonOf(facts)}. Nothing changes but the network fee. ${asAttempt(sentence)}`
  if (simulation.toppedUp) return `${sentence} You do not have enough ${NATIVE_SYMBOLS[chain]} for it now.`
  return sentence
}

function reasonOf({ simulation }: Partial<Facts>): string {
  return simulation?.revertReason ? `“${simulation.revertReason}”` : 'the contract gives no reason'
}

function asAttempt(sentence: string): string {
  return `It was meant to do this: ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`
}

/** Permissions and control given away come first: they outlast the transaction. */
function gives({ grants = [], delegates = {}, transaction }: Partial<Facts>): string[] {
  const delegations = (transaction?.authorizationList ?? []).map(({ address }) =>
    BigInt(address) === 0n
      ? 'you end the delegation of your account'
      : `you let the code of ${nameAccount(address, delegates[address])} act as your account`,
  )
  const spenders = [...new Set(grants.map(({ spender }) => spender))]
  return [...delegations, ...spenders.map((spender) => letTake(grants.filter((grant) => grant.spender === spender)))]
}

function letTake(grants: readonly Grant[]): string {
  const taken = grants.map(({ token, symbol, decimals, tokenId, after, operator, unlimited }) => {
    if (operator) return `every ${nameAsset(symbol, token)} you hold`
    if (unlimited) return `all your ${nameAsset(symbol, token)}`
    return describeAsset({ assetType: 'erc20', address: token, symbol, decimals, tokenId, amount: after })
  })
  const lasting = grants.some(({ operator, unlimited }) => operator || unlimited) ? ', now and later' : ''
  const [first] = grants
  return first ? `you let ${nameAccount(first.spender, first.spenderAccount)} take ${joinWords(taken)}${lasting}` : ''
}

function moves(chain: Chain, facts: Partial<Facts>): string[] {
  const { lost = [], gained = [] } = facts.movements ?? {}
  const words = (movements: readonly Movement[]) => joinWords(movements.map((one) => describeAsset(one)))
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
    receivers.length > 0 ? ` to ${joinWords(receivers.map((one) => nameAccount(one, accountOf(facts, one))))}` : ''
  if (lost.every(({ how }) => how === 'sent')) return [`${from} send${from === 'you' ? '' : 's'} ${words(lost)}${to}`]
  const verb = lost.some(({ how }) => how === 'taken') ? 'lose' : 'pay'
  const s = from === 'you' ? '' : 's'
  return [`${from} ${verb}${s} ${words(lost)}${to} and get${s} nothing back`]
}

/** "You", or the Safe that pays. */
function whose({ transaction }: Partial<Facts>, movements: readonly Movement[]): string {
  const own = movements.every(({ account }) => account === transaction?.from)
  const [first] = movements
  return own || !first ? 'you' : `the Safe ${nameAccount(first.account)}`
}

/** What the call data asks for, when execution shows nothing. */
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
    return `you take back the permission of ${nameAccount(revoked.spender, facts.spenders?.[revoked.spender])} over your ${nameAsset(revoked.symbol, revoked.token)}`
  }
  if (!transaction?.to) return 'you deploy a new contract'
  const target = nameAccount(transaction.to, recipient)
  const value =
    transaction.value > 0n
      ? ` with ${describeAsset({ assetType: 'native', address: null, symbol: NATIVE_SYMBOLS[chain], decimals: 18, tokenId: null, amount: transaction.value })}`
      : ''
  if (transaction.data === '0x') return `you send ${value ? value.slice(6) : 'nothing'} to ${target}`
  const name = decodedCall?.functionName ? `“${decodedCall.functionName}”` : 'an unknown function'
  const result = facts.simulation?.success && facts.movements ? ', and none of your balances change' : ''
  return `you call ${name} of ${target}${value}${result}`
}

function accountOf(facts: Partial<Facts>, address: Address): Account | undefined {
  if (facts.recipient?.address === address) return facts.recipient
  return facts.counterparties?.[address] ?? facts.spenders?.[address]
}

function joinWords(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}

function joinClauses(clauses: readonly string[]): string {
  const text = joinWords(clauses)
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
