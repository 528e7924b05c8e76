import type { RiskLevel } from '@redoubt/risk/engine/riskLevel.ts'
import type { PolicyDecision, PolicyRule, PolicyUsage, RuleResult } from './decision.ts'
import type { Effects, PolicyCall } from './effects.ts'
import { evaluatePolicy } from './evaluatePolicy.ts'
import type { PolicyRules } from './policy.ts'
import {
  type AmountPoint,
  ANY_TOKEN,
  amountPoints,
  levelPoints,
  type MethodPoint,
  methodPoints,
  type PartyPoint,
  partyPoints,
  type Shape,
  type SizePoint,
  shapesOf,
  sizePoints,
  timePoints,
  UNLISTED,
} from './policyBoundaries.ts'

/** A request that the new rules judge more mildly than the old ones. Times in Unix milliseconds. */
export type NewlyAllowed = {
  effects: Effects
  usage: PolicyUsage
  now: number
  /** Rule of the old policy that stood against it. */
  rule: PolicyRule
  before: PolicyDecision
  after: PolicyDecision
}

type Point = {
  shape: Shape
  size: SizePoint
  amount: AmountPoint
  party: PartyPoint
  time: number
  level: RiskLevel
  method: MethodPoint
}
type Group = Exclude<keyof Point, 'shape'>

/** The members of a request that each rule looks at, beside its shape. */
const GROUP_OF: Record<PolicyRule, Group | 'shape'> = {
  outcome: 'shape',
  networks: 'shape',
  hours: 'time',
  dailySpendingLimit: 'size',
  rolling24hLimit: 'size',
  timeDelay: 'size',
  approvalValueAtRisk: 'size',
  whitelistMode: 'party',
  unlimitedApprovals: 'party',
  approvalSpenders: 'party',
  blockAt: 'level',
  assetLimit: 'amount',
  assetDailyLimit: 'amount',
  signing: 'method',
}
const GROUPS: readonly Group[] = ['size', 'amount', 'party', 'time', 'level', 'method']

/**
 * Finds one request that `after` allows and `before` does not, at the boundaries of every rule; else one that it holds for less long, or
 * holds where `before` refuses. Null: `after` is nowhere milder. Within a shape the groups of members are independent, and the strictest
 * rule decides: so it is enough to vary one group while all others are at their mildest under `after`.
 */
export function comparePolicies(before: PolicyRules, after: PolicyRules, now: number): NewlyAllowed | null {
  const both = [before, after]
  const sizes = sizePoints(both)
  const times = timePoints(both, now)
  const done = new Set<string>()
  let milder: { point: Point; rule: PolicyRule } | null = null
  for (const shape of shapesOf(both)) {
    const points: { [Name in Group]: readonly Point[Name][] } = {
      size: sizes,
      amount: amountPoints(both, shape),
      party: partyPoints(both, shape),
      time: times,
      level: levelPoints(),
      method: methodPoints(shape),
    }
    const mildest = mildestPoint(after, shape, points)
    const isMild = decide(after, mildest).outcome === 'allow'
    for (const group of [null, ...GROUPS]) {
      const seen = group === null ? null : classOf(group, shape)
      if (seen !== null && done.has(seen)) continue
      // No other shape can show more of the group than one that is allowed but for it.
      if (seen !== null && isMild) done.add(seen)
      const candidates = group === null ? [mildest] : points[group].map((value) => ({ ...mildest, [group]: value }))
      for (const point of candidates) {
        const [old, fresh] = both.map((rules) => decide(rules, point))
        if (old === undefined || fresh === undefined || rankOf(old, point.time) <= rankOf(fresh, point.time)) continue
        const rule = ruleAgainst(old)
        if (fresh.outcome === 'allow') return example(before, after, point, rule)
        milder ??= { point, rule }
      }
    }
  }
  return milder && example(before, after, milder.point, milder.rule)
}

/** Shapes of one class have the same points of the group, judged the same; null: every shape is a class of its own. */
function classOf(group: Group, { kind }: Shape): string | null {
  if (group === 'amount') return null
  if (group === 'time' || group === 'level') return group
  return `${group} ${kind}`
}

/** Rules that differ, by name of the member. */
export function changedRules(before: PolicyRules | null, after: PolicyRules | null): string[] {
  const names = Object.keys(after ?? before ?? {}) as (keyof PolicyRules)[]
  const text = (rules: PolicyRules | null, name: keyof PolicyRules) =>
    JSON.stringify(rules?.[name] ?? null, (_, value) => (typeof value === 'bigint' ? String(value) : value))
  return names.filter((name) => text(before, name) !== text(after, name))
}

/** Each group at the point that the rules judge most mildly. */
function mildestPoint(rules: PolicyRules, shape: Shape, points: { [Name in Group]: readonly Point[Name][] }): Point {
  const point = {
    shape,
    size: points.size[0],
    amount: points.amount[0],
    party: points.party[0],
    time: points.time[0],
    level: points.level[0],
    method: points.method[0],
  } as Point
  const best = <Name extends Group>(group: Name): Point[Name] => {
    let chosen = point[group]
    let least = Number.POSITIVE_INFINITY
    for (const value of points[group]) {
      const tried = { ...point, [group]: value }
      const of = decide(rules, tried).rules.filter(({ rule }) => GROUP_OF[rule] === group)
      const rank = Math.max(0, ...of.map((one) => ruleRank(one, tried.time)))
      if (rank >= least) continue
      least = rank
      chosen = value
      if (rank === 0) break
    }
    return chosen
  }
  return {
    shape,
    size: best('size'),
    amount: best('amount'),
    party: best('party'),
    time: best('time'),
    level: best('level'),
    method: best('method'),
  }
}

function decide(rules: PolicyRules, point: Point): PolicyDecision {
  const { effects, usage } = requestOf(point)
  return evaluatePolicy({ policy: { rules, version: 0, former: [] }, effects, usage, now: point.time })
}

const UNTIMED_HOLD = 1.9
const REFUSED = 2
/** Longest wait that is told from another. */
const LONGEST_WAIT_MS = 1e13

/** 0 allows; a wait is between 1 and 2, a longer one higher; 2 refuses. */
function ruleRank({ outcome, holdUntil }: Pick<RuleResult, 'outcome' | 'holdUntil'>, now: number): number {
  if (outcome === 'allow') return 0
  if (outcome === 'refuse') return REFUSED
  return holdUntil === null ? UNTIMED_HOLD : 1 + Math.min(0.8, (holdUntil - now) / LONGEST_WAIT_MS)
}

export function rankOf({ outcome, holdUntil }: PolicyDecision, now: number): number {
  return ruleRank({ outcome, holdUntil }, now)
}

function ruleAgainst({ rules }: PolicyDecision): PolicyRule {
  return rules[0]?.rule ?? 'outcome'
}

function example(before: PolicyRules, after: PolicyRules, point: Point, rule: PolicyRule): NewlyAllowed {
  const { effects, usage } = requestOf(point)
  return { effects, usage, now: point.time, rule, before: decide(before, point), after: decide(after, point) }
}

/** The request of a point. */
function requestOf({ shape, size, amount, party: { party, data, unlimited }, level, method }: Point): {
  effects: Effects
  usage: PolicyUsage
} {
  const { chain, kind, asset } = shape
  const isApproval = kind === 'approval' || kind === 'signed-approval'
  const isText = kind === 'text'
  const token = asset ?? ANY_TOKEN
  const plain = { value: 0n, data, delegatecall: false, parties: null }
  const calls: Record<Shape['kind'], PolicyCall[]> = {
    payment: [{ ...plain, to: party, value: amount.amount }],
    transfer: [{ ...plain, to: token, data: TOKEN_CALL, parties: [party] }],
    call: [{ ...plain, to: party, value: asset === null ? amount.amount : 0n }],
    approval: [{ ...plain, to: token, data: TOKEN_CALL, parties: [party] }],
    creation: [{ ...plain, to: null, data: TOKEN_CALL }],
    'signed-transfer': [],
    'signed-approval': [],
    text: [],
  }
  const bound = unlimited ? { amount: null, atRiskUsd: null } : { amount: amount.amount, atRiskUsd: size.usd }
  const approval = { token, spender: party, unlimited, amount: bound.amount, atRiskUsd: bound.atRiskUsd }
  const recipient = kind === 'call' || kind === 'creation' ? UNLISTED : party
  return {
    effects: {
      chain,
      method: method.method,
      messages: method.messages,
      outflows:
        isApproval || isText ? [] : [{ asset, tokenId: null, amount: amount.amount, usd: size.usd, spender: null }],
      approvals: isApproval ? [approval] : [],
      rights: [],
      calls: calls[kind],
      recipients: isApproval || isText ? [] : [recipient],
      riskLevel: level,
      complete: true,
    },
    usage: {
      dayMicroUsd: Math.round(size.dayUsd * 1_000_000),
      rollingMicroUsd: Math.round(size.rollingUsd * 1_000_000),
      assets: [{ chain, asset, amount: amount.used }],
    },
  }
}

const TOKEN_CALL = '0xa9059cbb'
