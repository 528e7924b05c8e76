import type { Address } from '../address.ts'
import { type Chain, NATIVE_SYMBOLS } from '../chain.ts'
import type { Movement } from '../derive/shapes.ts'
import type { Finding } from '../engine/finding.ts'
import type { Account } from '../facts/account.ts'
import type { DecodedCall } from '../facts/decodedCall.ts'
import type { Facts } from '../facts/facts.ts'
import type { OrderAsset, SignedIntent } from '../facts/signedIntent.ts'
import { describeTakenAsset } from '../message/permissions.ts'
import { nameAccount, quote } from '../wording/accountNames.ts'
import { describeAsset } from '../wording/assetNames.ts'
import { listWords } from '../wording/listWords.ts'
import type { Explanation } from './explain.ts'
import { type MissingFacts, summarise } from './summarise.ts'

const MAX_TEXT = 300
const MAX_WARNINGS = 20
const MAX_LINES = 50

/** Facts of the transaction that one intent makes an account run. */
type Run = { intent: number; facts: Partial<Facts>; missing?: MissingFacts }

/** Explains in words what signing a message allows and what its worst use costs now; same facts, same words. */
export function explainMessage(
  chain: Chain,
  facts: Partial<Facts>,
  {
    findings,
    runs = [],
    missing = {},
  }: { findings: readonly Finding[]; runs?: readonly Run[]; missing?: MissingFacts },
): Explanation {
  const { intents = [], worstCaseExecutions } = facts
  const allowed = intents.map((intent, at) => {
    const run = runs.find((one) => one.intent === at)
    return describeIntent(chain, intent, accountsOf(facts, run), run?.facts.decodedSteps, facts.message?.account)
  })
  const done = runs.flatMap((run) => effectOf(chain, facts, run))
  const order = findings.find(({ id }) => id === 'order-in-signed-text')
  const first = order?.description ?? (allowed.length > 0 ? `Signing this ${listWords(allowed, 3)}.` : plainly(facts))
  const warnings = [
    ...new Set(
      findings
        .filter(({ severity }) => severity !== 'info')
        .map(({ title, description }) => `${title}: ${description}`),
    ),
  ]
  const steps = (worstCaseExecutions ?? []).flatMap(({ steps, simulations, notRun, worthless, heldBack }) => [
    ...steps.map(
      ({ why, transaction: { from, to } }, index) =>
        `${nameAccount(from)} → ${to ? nameAccount(to, facts.named?.[to]) : 'a new contract'}: ${why}${simulations[index]?.success ? '' : ' (this fails)'}`,
    ),
    ...[worthless && `unusable: ${worthless}`, heldBack, notRun && `not simulated: ${notRun}`].filter(
      (line) => typeof line === 'string',
    ),
  ])
  return {
    // Effects on assets and permissions come first: a person must not miss them.
    summary: bounded(`${[...done, first].join(' ')}${worst(facts, { runs, missing })}`),
    details: [...allowed, ...done, ...steps]
      .slice(0, MAX_LINES)
      .map((line, index) => `${index + 1}. ${line.charAt(0).toUpperCase()}${line.slice(1)}`)
      .join('\n'),
    warnings:
      warnings.length <= MAX_WARNINGS
        ? warnings
        : [...warnings.slice(0, MAX_WARNINGS), `${warnings.length - MAX_WARNINGS} more warnings.`],
  }
}

/** Returns every account in the message or in its execution. */
function accountsOf({ named = {} }: Partial<Facts>, run: Run | undefined): Record<Address, Account> {
  const { spenders, counterparties, callees = [], recipient } = run?.facts ?? {}
  const called = [...callees, ...(recipient ? [recipient] : [])]
  return { ...counterparties, ...spenders, ...Object.fromEntries(called.map((one) => [one.address, one])), ...named }
}

/** Describes the effects on the account that runs the calls, whichever account signs for it. */
function effectOf(chain: Chain, { message, named = {} }: Partial<Facts>, { facts, missing }: Run): string[] {
  const account = facts.transaction?.from
  if (account === undefined) return []
  const summary = summarise(chain, facts, missing)
  return account === message?.account
    ? [summary]
    : [`For the account ${nameAccount(account, named[account])}, called “you” here: ${lower(summary)}`]
}

function lower(text: string): string {
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`
}

function plainly({ message }: Partial<Facts>): string {
  if (message?.form.type === 'text') return 'This is a text; signing it has no known effect.'
  return 'Signing this has no known effect.'
}

function worst(
  { worstCase, worstCaseExecutions, message }: Partial<Facts>,
  { runs, missing }: { runs: readonly Run[]; missing: MissingFacts },
): string {
  if (!worstCase || !worstCaseExecutions) {
    const { reason } = missing.worstCaseExecutions ?? missing.worstCase ?? {}
    return reason === 'late'
      ? ' The simulation of its use did not end in time: scan it again.'
      : ' The use of the signature was not simulated.'
  }
  if (worstCaseExecutions.length > 0 && worstCaseExecutions.every(({ worthless }) => worthless))
    return ' The signature is unusable as it is now.'
  const { gained } = worstCase
  const said = runs.flatMap(({ facts }) => facts.movements?.lost ?? [])
  // A Safe's refund beside its call shows only in the worst case.
  const lost = worstCase.lost.filter(
    (loss) => !said.some(({ account, address }) => account === loss.account && address === loss.address),
  )
  const words = (movements: readonly Movement[]) => listWords(movements.map((one) => describeAsset(one)))
  if (lost.length === 0) return ''
  const own = lost.every(({ account }) => account === message?.account)
  const whose = own ? 'you lose' : `${nameAccount(lost[0]?.account ?? '0x')} loses`
  const back = gained.length > 0 ? ` and ${own ? 'get' : 'gets'} ${words(gained)}` : ''
  return ` At worst ${whose} ${words(lost)} now${back}.`
}

function bounded(text: string): string {
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT - 1)}…`
}

type Accounts = Readonly<Record<Address, Account>>

/**
 * Describes what one intent allows, to follow "signing this": `lets 0x57A2…0000 take 5 USDC`.
 * @param steps decoded calls of an execution, for the names of the functions.
 * @param signer account that is asked to sign; assets of any other account are not called theirs.
 */
function describeIntent(
  chain: Chain,
  intent: SignedIntent,
  named: Accounts,
  steps: readonly DecodedCall[] = [],
  signer: Address | null = null,
): string {
  const who = (address: Address | null) => (address === null ? 'anyone' : nameAccount(address, named[address]))
  const what = (asset: Pick<OrderAsset, 'assetType' | 'address' | 'tokenId' | 'amount'>) => {
    const { symbol = null, decimals = null } = (asset.address && named[asset.address]?.token) ?? {}
    const coin = asset.assetType === 'native'
    return describeAsset({ ...asset, symbol: coin ? NATIVE_SYMBOLS[chain] : symbol, decimals: coin ? 18 : decimals })
  }
  const symbolOf = (token: Address) => named[token]?.token?.symbol ?? null
  switch (intent.kind) {
    case 'allowance': {
      const { spender, owner, token, tokenId, amount, unlimited, standard } = intent
      const own = signer === null || owner === signer
      const asset = describeTakenAsset({ own, owner, symbol: symbolOf(token), token })
      if (amount === 0n) return `revokes the approval of ${who(spender)} for ${asset}`
      const all = unlimited || (standard === 'erc721' && tokenId === null)
      const taken = all
        ? `all ${asset}, now and later`
        : what({ assetType: standard === 'erc721' ? 'erc721' : 'erc20', address: token, tokenId, amount })
      return `lets ${who(spender)} take ${taken}${own || all ? '' : ` of ${who(owner)}, which is not you`}`
    }
    case 'transfer': {
      const asset = what({ assetType: 'erc20', address: intent.token, tokenId: null, amount: intent.amount })
      const from = signer === null || intent.from === signer ? '' : ` of ${who(intent.from)}, which is not you`
      if (intent.to !== null) return `pays ${asset}${from} to ${who(intent.to)}`
      return `lets ${who(intent.spender)} take ${asset}${from}${intent.witness ? ' on the terms of an order' : ''}`
    }
    case 'order': {
      const mine = intent.gets.filter(({ to }) => to === intent.offerer)
      const returned = mine.length > 0 ? listWords(mine.map(what)) : 'nothing'
      return `lets ${who(intent.taker)} take ${listWords(intent.gives.map(what))} for ${returned}`
    }
    case 'execution':
      return `makes the account ${who(intent.account)} call ${listWords(callsIn(intent, { steps, who }))}`
    case 'delegation':
      return `lets the code of ${who(intent.delegate)} act as your account`
    case 'session':
      return `lets ${who(intent.delegate)} act for the account ${who(intent.account)}`
    case 'vote':
      return 'votes, and moves no assets'
    case 'sign-in':
      return `signs you in to ${quote(intent.domain)}`
    case 'hidden-transaction':
      return intent.transaction
        ? `signs a transaction to ${who(intent.transaction.to)}, not a message`
        : 'may sign a transaction, not a message'
    case 'blind':
      return 'signs a hash with hidden content'
    case 'unknown':
      return `signs data of an unknown type${intent.verifier ? ` for ${who(intent.verifier)}` : ''}`
  }
}

/** Names the called functions, `“approve” of USD Coin`, where the calls are decoded; else the called accounts. */
function callsIn(
  { account, calls }: Extract<SignedIntent, { kind: 'execution' }>,
  { steps, who }: { steps: readonly DecodedCall[]; who: (address: Address | null) => string },
): string[] {
  const target = (to: Address | null) => (to === null ? 'a new contract' : to === account ? 'itself' : who(to))
  const made = steps.filter((step) => step.calls.length === 0)
  if (made.length === 0)
    return calls.map(({ to, operation }) => `${target(to)}${operation === 1 ? ' as its own code' : ''}`)
  return made.map(({ to, selector, functionName }) => {
    const name = functionName ? `“${functionName}”` : selector === null ? null : `the unknown function ${selector}`
    return name === null ? target(to) : `${name} of ${target(to)}`
  })
}
