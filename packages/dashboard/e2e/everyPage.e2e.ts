import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { startTestWorld, type TestBrowser, type TestWorld } from '../../server/src/http/testing/testWorld.ts'
import { launchBrowser, openPage, skip } from './dashboardWorld.ts'
import { HOSTILE_NAMES, withHostileTexts } from './hostileNames.ts'
import { commonPaths, TOO_WIDE } from './visitPages.ts'

const BUILT = join(import.meta.dirname, '../../server/site/dashboard')
const WALLET = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const MESSAGE = 'It failed on purpose.'
const WAIT_MS = 10_000

describe('every page', { skip, timeout: 240_000 }, () => {
  let world: TestWorld
  let browser: Browser
  let member: TestBrowser

  before(async () => {
    world = await startTestWorld({ dashboardFolder: BUILT })
    browser = await launchBrowser()
    await world.addKey({ accountId: 'theirs', operator: true })
    member = await world.signIn({ accountId: 'theirs' })
  })
  after(async () => {
    await browser?.close()
    await world?.[Symbol.asyncDispose]()
  })

  async function signedIn() {
    const opened = await openPage(browser)
    const [name = '', value = ''] = member.cookie.split('=')
    await opened.page.context().addCookies([{ name, value, url: world.url }])
    return opened
  }
  const subjects = { wallet: WALLET, token: WALLET, site: 'https://app.example/' }

  test('says that the service failed, and never that there is nothing', async () => {
    const { page, problems } = await signedIn()
    const error = { code: 'INTERNAL_ERROR', message: MESSAGE, details: [] }
    const json = { success: false, error, meta: { requestId: 'r' } }
    // 400: the client repeats what a server could not do, which takes its time.
    const failing = ({ pathname }: URL) =>
      (pathname.startsWith('/v1/') && pathname !== '/v1/session') || pathname === '/readyz'
    await page.route(failing, (route) => route.fulfill({ status: 400, json }))
    const lying: string[] = []
    for (const path of [
      ...commonPaths(subjects),
      '/scans/one',
      '/shared#token=rdp_1',
      `/address/ethereum/${WALLET}`,
      '/name/someone.eth',
      `/transaction/0x${'ab'.repeat(32)}`,
      '/webhooks/wh_1',
      `/policies/${WALLET}`,
    ]) {
      await page.goto(`${world.url}/dashboard${path}`)
      const said = page.locator('main').getByText(MESSAGE).first()
      await said.waitFor({ timeout: WAIT_MS }).catch(() => lying.push(`${path} does not say it`))
      const spinner = page.locator('main .spinner').first()
      await spinner.waitFor({ state: 'detached', timeout: WAIT_MS }).catch(() => lying.push(`${path} waits on`))
      for (const title of await page.locator('main .state-title').allInnerTexts()) lying.push(`${path}: ${title}`)
    }
    assert.deepEqual(lying, [])
    assert.deepEqual(
      problems.filter((text) => !/status of 400/.test(text)),
      [],
    )
  })

  test('says that a part of it did not load, with or without a page around it', async () => {
    const { page } = await signedIn()
    for (const [part, path] of [
      ['SignInPage', '/sign-in'],
      ['SharedScanPage', '/shared#token=rdp_1'],
      ['KeysPage', '/settings/keys'],
      ['HistoryChart', `/report?entity=${WALLET}&chain=ethereum`],
    ] as const) {
      if (part === 'HistoryChart') {
        const history = ['2026-11-01', '2026-11-02'].map((date) => ({ date, score: 1, riskLevel: 'safe' }))
        await page.route('**/v1/risk/report/**', async (route) => {
          const response = await route.fetch()
          const answer = await response.json()
          return route.fulfill({ response, json: { ...answer, data: { ...answer.data, history } } })
        })
      }
      await page.route(`**/assets/${part}*.js`, (route) => route.abort())
      await page.goto('about:blank')
      await page.goto(`${world.url}/dashboard${path}`)
      await page.getByText('A part of the dashboard did not load.').waitFor({ timeout: WAIT_MS })
      if (part === 'HistoryChart') assert.ok(await page.getByRole('heading', { name: 'What to do' }).isVisible())
      await page.unroute(`**/assets/${part}*.js`)
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.getByRole('heading', { level: 1 }).first().waitFor()
    }
    await page.route('**/assets/index-*.js', (route) => route.abort())
    await page.goto(`${world.url}/dashboard/`)
    assert.match(await page.innerText('body'), /Load this page again/)
  })

  test('asks before a link signs in a person who is signed in already', async () => {
    const { page } = await signedIn()
    const asked: string[] = []
    await page.route('**/v1/session/link', (route) => {
      asked.push(route.request().url())
      return route.fulfill({
        status: 401,
        json: { success: false, error: { code: 'SIGN_IN_REQUIRED', message: MESSAGE } },
      })
    })
    const goToLink = async () => {
      await page.goto('about:blank')
      await page.goto(`${world.url}/dashboard/sign-in#token=rdl_of_another`)
      await page.getByRole('heading', { name: 'Sign in as someone else?' }).waitFor()
      assert.doesNotMatch(page.url(), /rdl_/)
    }
    await goToLink()
    await page.getByRole('button', { name: 'Stay signed in' }).click()
    await page.getByRole('heading', { name: 'New scan' }).waitFor()
    assert.deepEqual(asked, [])
    await goToLink()
    await page.getByRole('button', { name: 'Use the link' }).click()
    await page.getByText(MESSAGE).waitFor()
    assert.equal(asked.length, 1)
  })

  test('works in a browser that keeps nothing', async () => {
    const { page, problems } = await signedIn()
    await page.addInitScript(`Object.defineProperty(window, 'localStorage', {
      get() { throw new DOMException('denied', 'SecurityError') },
    })`)
    await page.goto(`${world.url}/dashboard/`)
    await page.getByRole('heading', { name: 'New scan' }).waitFor()
    await page.getByRole('radio', { name: 'Live' }).click()
    await page.getByRole('heading', { name: 'New scan' }).waitFor()
    assert.deepEqual(problems, [])
  })

  test('shows what people, chains and sites chose as text', async () => {
    const { page, problems } = await signedIn()
    const made: [string, string, unknown][] = [
      ['POST', '/v1/webhooks', { url: 'https://hooks.example/', events: ['approval.new'] }],
      ['POST', '/v1/monitors', { address: WALLET }],
      ['POST', '/v1/auth/keys', { name: 'a key', scopes: ['scan:read'] }],
      ['PUT', `/v1/policies/${WALLET}`, { blockAt: 'high' }],
      ['PUT', '/v1/intel/overrides', { value: WALLET, verdict: 'allow', note: 'ours' }],
    ]
    const headers = { 'x-environment': 'test' }
    for (const [method, path, body] of made)
      assert.ok((await member.call(method, path, { body, headers })).status < 300, path)
    let shown = 0
    const next = () => HOSTILE_NAMES[shown++ % HOSTILE_NAMES.length] ?? ''
    await page.route(
      ({ pathname }) => pathname.startsWith('/v1/') && !pathname.endsWith('/stream'),
      async (route) => {
        const response = await route.fetch()
        const answer = await response.json().catch(() => null)
        if (answer === null) return route.fulfill({ response })
        return route.fulfill({ response, json: { ...answer, data: withHostileTexts(answer.data, next) } })
      },
    )
    const broken: string[] = []
    for (const path of ['/', ...commonPaths(subjects)]) {
      await page.goto(`${world.url}/dashboard${path}`)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await page.locator('main .spinner').first().waitFor({ state: 'detached' })
      const planted = 'main :is(img:not(.screenshot), iframe, script, style, base, meta, a[href^="javascript"])'
      if ((await page.locator(planted).count()) > 0) broken.push(`${path} has elements of a stranger`)
      if ((await page.getByText('The page failed.').count()) > 0) broken.push(`${path} failed`)
      if (await page.evaluate(TOO_WIDE)) broken.push(`${path} is wider than the window`)
    }
    assert.deepEqual(broken, [])
    assert.ok(shown > 100, `${shown} texts`)
    assert.deepEqual(
      problems.filter((text) => !/status of 4/.test(text)),
      [],
    )
  })
})
