import type { Address } from './address.ts'
import type { Chain } from './chain.ts'
import type { Movement } from './derive/shapes.ts'
import { describeIntent } from './explain/describeIntent.ts'
import { summarise } from './explain/summarise.ts'
import type { Explanation } from './explain.ts'
import type { Account } from './facts/account.ts'
import type { Facts } from './facts.ts'
import type { Finding } from './finding.ts'
import { describeAsset } from './wording/formatAmount.ts'
import { listWords } from './wording/listWords.ts'
import { nameAccount } from './wording/nameAccount.ts'

const MAX_TEXT = 300
const MAX_WARNINGS = 20
const MAX_LINES = 50

/** Facts of the transaction that one intent makes an account run. */
type Run = { intent: number; facts: Partial<Facts> }

/** Explains in words what signing a message allows and what its worst use costs now; same facts, same words. */
export function explainMessage(
  chain: Chain,
  facts: Partial<Facts>,
  { findings, runs = [] }: { findings: readonly Finding[]; runs?: readonly Run[] },
): Explanation {
  const { intents = [], worstCaseExecutions } = facts
  const allowed = intents.map((intent, at) => {
    const run = runs.find((one) => one.intent === at)
    return describeIntent(chain, intent, accountsOf(facts, run), run?.facts.decodedSteps, facts.message?.account)
  })
  const done = runs.flatMap((run) => effectOf(chain, facts, run))
  const first = allowed.length > 0 ? `Signing this ${listWords(allowed, 3)}.` : plainly(facts)
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
    summary: bounded(`${[...done, first].join(' ')}${worst(facts, runs)}`),
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
function effectOf(chain: Chain, { message, named = {} }: Partial<Facts>, { facts }: Run): string[] {
  const account = facts.transaction?.from
  if (account === undefined) return []
  const summary = summarise(chain, facts)
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

function worst({ worstCase, worstCaseExecutions, message }: Partial<Facts>, runs: readonly Run[]): string {
  if (!worstCase || !worstCaseExecutions) return ' The use of the signature was not simulated.'
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
