import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createEgress, type Egress } from '@redoubt/egress/createEgress.ts'
import type { Page } from '@redoubt/risk/facts/page.ts'
import type { Cloaking, Visit } from '@redoubt/risk/facts/visit.ts'
import { isUnseenPart } from '@redoubt/risk/url/unseenParts.ts'
import { type ServedSites, serveSites } from '../../sandbox/serveSites.ts'
import { SANDBOX_BRANDS } from '../../sandbox/sites/sandboxBrands.ts'
import { sandboxWorld } from '../../sandbox/world.ts'
import { parseSite } from '../address/parseSite.ts'
import { BRANDS } from '../brands/brands.ts'
import { createCloakingCheck } from '../cloaking/createCloakingCheck.ts'
import { createVisitor } from '../visit/createVisitor.ts'
import { createPageReader } from './createPageReader.ts'

type Seen = { visit: Visit; page: Page; cloaking: Cloaking }

/** What a trap shows that its twin must not. */
const SIGNS: Record<string, (seen: Seen) => boolean> = {
  'seed-phrase-form': ({ page }) => asksFor(page, 'seed-phrase') && namesForeign(page, 'Larkspur Wallet'),
  'exchange-login': ({ page }) =>
    namesForeign(page, 'Harbour Exchange') && page.forms.some(({ offSite, fields }) => offSite && fields.length === 3),
  'airdrop-drainer': ({ page }) =>
    has(page.drainerMarks, 'balance-sorting', 'drain-function', 'victim-log') &&
    has(page.obfuscation, 'hex-names', 'encoded-strings') &&
    has(page.walletCalls, 'connect', 'send') &&
    has(page.channels, 'telegram-bot'),
  'permit-signer': ({ page }) =>
    has(page.walletCalls, 'typed-data', 'permit') && has(page.obfuscation, 'anti-devtools', 'eval-of-decoded'),
  'approval-mint': ({ page }) =>
    has(page.walletCalls, 'set-approval-for-all') && has(page.obfuscation, 'debugger-loop') && lures(page, 'giveaway'),
  'clipboard-rewriter': ({ page }) => has(page.clipboard, 'rewrites-copy', 'writes-address'),
  'hidden-frame-clone': ({ page }) =>
    page.hotlinkedFrom === 'harbour-exchange.test' &&
    page.frames.some(({ hidden, offSite }) => hidden && offSite) &&
    page.forms.some(({ offSite, fields }) => offSite && fields.some(({ kind }) => kind === 'password')),
  'cloaked-page': ({ cloaking }) =>
    has(
      cloaking.how.map((kind) => ({ kind })),
      'title',
      'content',
      'wallet-code',
    ),
  'redirect-chain': ({ page, visit }) =>
    asksFor(page, 'private-key') && visit.hops.length === 3 && visit.hops.at(-1)?.how === 'script',
  'clickfix-command-lure': ({ page }) => has(page.clipboard, 'runs-command-lure') && lures(page, 'support'),
}

function has(marks: readonly { kind: string }[], ...kinds: string[]): boolean {
  return kinds.every((kind) => marks.some((mark) => mark.kind === kind))
}
function lures(page: Page, kind: string): boolean {
  return has(page.lures, kind)
}
function asksFor(page: Page, kind: string): boolean {
  return has(page.secretsAsked, kind)
}
function namesForeign(page: Page, brand: string): boolean {
  return page.brands.some((named) => named.brand === brand && !named.own && named.where.includes('title'))
}

describe('sites of the sandbox, visited and read', () => {
  let served: ServedSites
  let egress: Egress
  const seen = new Map<string, Seen>()

  before(async () => {
    served = await serveSites(sandboxWorld('ethereum'))
    egress = createEgress({ allow: [], connectTo: served.connectTo, authorities: [served.authority] })
    const options = { fetch: egress.guarded.fetch, parse: parseSite, deadlineMs: 60_000 }
    const visit = createVisitor(options)
    const read = createPageReader({ ...options, brands: [...BRANDS, ...SANDBOX_BRANDS] })
    const compare = createCloakingCheck(options)
    const signal = AbortSignal.timeout(300_000)
    for (const { name, url } of served.sites) {
      const visited = await visit(parseSite(url), signal)
      const page = await read(visited, signal)
      const cloaking = await compare(visited, page, signal)
      assert.ok(page !== null && cloaking !== null, name)
      seen.set(name, { visit: visited.visit, page, cloaking })
    }
  })
  after(async () => {
    await egress?.close()
    await served?.close()
  })

  const of = (name: string): Seen => {
    const found = seen.get(name)
    assert.ok(found, name)
    return found
  }

  for (const [trap, shows] of Object.entries(SIGNS)) {
    it(`${trap} shows what it is, and no honest site shows that`, () => {
      assert.ok(shows(of(trap)), JSON.stringify(of(trap), null, 1))
      for (const { name, kind } of served.sites) {
        if (kind === 'honest')
          assert.ok(!shows(of(name)), `${name} is taken for ${trap}: ${JSON.stringify(of(name).page)}`)
      }
    })
  }

  it('honest sites show none of what only traps have', () => {
    for (const { name, kind } of served.sites) {
      if (kind !== 'honest') continue
      const { page, visit, cloaking } = of(name)
      assert.deepEqual([page.obfuscation, page.drainerMarks, page.channels, page.clipboard], [[], [], [], []], name)
      const unread = page.unread.filter((entry) => !isUnseenPart(entry))
      assert.deepEqual([cloaking.how, page.hotlinkedFrom, unread], [[], null, []], name)
      assert.ok(
        visit.hops.every(({ how }) => how === 'http'),
        name,
      )
      assert.ok(page.secretsAsked.length === 0 || page.brands.some(({ own }) => own), name)
    }
  })

  it('a shop that leads to https is known as one that does', () => {
    const { visit } = of('upgrading-shop')
    assert.equal(visit.upgraded, true)
    assert.equal(visit.final.href, 'https://www.fern-and-clay.test/en/')
  })
})
