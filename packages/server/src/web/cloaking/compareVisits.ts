import type { Page } from '@redoubt/risk/facts/page.ts'
import type { SiteAddress } from '@redoubt/risk/facts/site.ts'
import { shingles } from './shingles.ts'

/** What one visitor was shown. */
export type Shown = {
  reached: boolean
  status: number | null
  final: SiteAddress
  page: Pick<Page, 'title' | 'walletCalls' | 'scripts'> | null
  /** All visible text. */
  text: string
}
export type Difference = 'status' | 'final-site' | 'title' | 'content' | 'wallet-code' | 'blocked'

const TURNED_AWAY = new Set([401, 403, 406, 429, 503, 999])
/** Below this, two texts have too little in common to be versions of one page, counters and news included. */
const MIN_ALIKE = 0.2
const FEWEST_SHINGLES = 40

/** In what a robot was shown something else than a visitor. What a robot lacks because it was turned away is one difference. */
export function compareVisits(visitor: Shown, robot: Shown): Difference[] {
  const found: Difference[] = []
  if (!robot.reached || (isGood(visitor) && TURNED_AWAY.has(robot.status ?? 0))) found.push('blocked')
  else if (isGood(visitor) !== isGood(robot)) found.push('status')
  if (!robot.reached) return found
  if (siteOf(visitor.final) !== siteOf(robot.final)) found.push('final-site')
  if (titleOf(visitor) !== titleOf(robot)) found.push('title')
  if (!alike(shingles(visitor.text), shingles(robot.text))) found.push('content')
  if (hasMoreWalletCode(visitor.page, robot.page)) found.push('wallet-code')
  return found
}

function isGood({ status }: Shown): boolean {
  return status !== null && status >= 200 && status < 300
}

function siteOf({ site, host }: SiteAddress): string {
  return site ?? host
}

/** Without numbers: a title may count messages or show a price. */
function titleOf({ page }: Shown): string {
  return (page?.title ?? '').toLowerCase().replace(/[\d\s.,$€£%()+-]+/g, '')
}

function alike(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  if (Math.max(a.size, b.size) < FEWEST_SHINGLES) return true
  const common = [...a].filter((shingle) => b.has(shingle)).length
  return common / Math.max(1, Math.min(a.size, b.size)) >= MIN_ALIKE && Math.min(a.size, b.size) > 0
}

/** Code in the page itself of a kind that the robot's page lacks, or in a linked script that the robot's page does not link. */
function hasMoreWalletCode(visitor: Shown['page'], robot: Shown['page']): boolean {
  const kinds = new Set(robot?.walletCalls.map(({ kind }) => kind))
  const linked = new Set(robot?.scripts.map(({ src }) => withoutQuery(src)))
  return (visitor?.walletCalls ?? []).some(({ kind, where }) => !kinds.has(kind) && !linked.has(withoutQuery(where)))
}

function withoutQuery(address: string | null): string {
  return (address ?? '').replace(/[?#][\s\S]*$/, '')
}
