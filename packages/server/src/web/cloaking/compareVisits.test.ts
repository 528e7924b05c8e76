import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseSite } from '../address/parseSite.ts'
import { compareVisits, type Shown } from './createCloakingCheck.ts'

const STORY = Array.from({ length: 80 }, (_, at) => `word${at}`).join(' ')
const OTHER = Array.from({ length: 80 }, (_, at) => `thing${at}`).join(' ')
const call = (where: string) => ({ kind: 'send' as const, where, excerpt: '' })
const script = (src: string) => ({ src, bytes: 0, read: false, offSite: false, why: null })

function shown(but: Partial<Omit<Shown, 'page'>> & { page?: Partial<NonNullable<Shown['page']>> } = {}): Shown {
  const page = { title: 'Shop', walletCalls: [], scripts: [], ...but.page }
  return { reached: true, status: 200, final: parseSite('https://a.test/'), text: STORY, ...but, page }
}

describe('what robots are shown', () => {
  const cases: [what: string, visitor: Shown, robot: Shown, ...how: string[]][] = [
    ['the same', shown(), shown()],
    ['an error', shown(), shown({ status: 404 }), 'status'],
    ['the door', shown(), shown({ status: 403 }), 'blocked'],
    ['nothing', shown(), shown({ reached: false }), 'blocked'],
    ['another site', shown(), shown({ final: parseSite('https://b.test/') }), 'final-site'],
    ['a subdomain', shown(), shown({ final: parseSite('https://m.a.test/') })],
    ['another title', shown(), shown({ page: { title: 'Recipes' } }), 'title'],
    ['a title with another count', shown({ page: { title: '(3) Shop' } }), shown({ page: { title: '(12) Shop' } })],
    ['another text', shown(), shown({ text: OTHER }), 'content'],
    ['an empty page', shown(), shown({ text: '' }), 'content'],
    ['more of the same', shown(), shown({ text: `${STORY} ${OTHER}` })],
    ['no wallet code', shown({ page: { walletCalls: [call('inline')] } }), shown(), 'wallet-code'],
    [
      'the same linked script, under another query',
      shown({ page: { walletCalls: [call('https://a.test/app.js?v=1')] } }),
      shown({ page: { scripts: [script('https://a.test/app.js?v=2')] } }),
    ],
  ]
  for (const [what, visitor, robot, ...how] of cases) {
    it(`${what}: ${how.join(', ') || 'no difference'}`, () => assert.deepEqual(compareVisits(visitor, robot), how))
  }
})
