import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { BrowserContext, Page } from 'playwright-core'
import {
  type DashboardWorld,
  type OpenPage,
  openPage,
  openTab,
  PASSWORD,
  signIn,
  skip,
  startDashboard,
} from './dashboardWorld.ts'
import { withHostileNames } from './hostileNames.ts'
import { pressUntilFocused } from './keyboard.ts'
import { commonPaths, visitPages } from './visitPages.ts'

// The built dashboard in a browser, on the service with its sandbox. `npm run build:dashboard` builds it, as `npm ci` does.

const BUILT = join(import.meta.dirname, '../../server/site/dashboard')
const MAX_INITIAL_BYTES = 150 * 1024
/** Pages that are visited side by side: more do not fit a processor of two cores. */
const TABS = 3
/** Between two looks at what the service does by itself. */
const LOOK_MS = 100

type Manifest = Record<string, { file: string; isEntry?: boolean; imports?: string[] }>

describe('the dashboard', { skip, timeout: 300_000, concurrency: 4 }, () => {
  let world: DashboardWorld
  let signedIn: BrowserContext
  let scans: Map<string, string>

  before(async () => {
    world = await startDashboard()
    const first = await openPage(world.browser)
    const [scanned] = await Promise.all([world.scanScenarios(), signIn(world, first)])
    scans = scanned
    signedIn = first.page.context()
  })
  after(() => world?.close())

  const subjects = () => ({
    wallet: world.world.actors.careless,
    token: world.world.traps.honeypot,
    site: 'https://lantern-airdrop.test/',
  })
  const goTo = (page: Page, path: string) => page.goto(`${world.url}/dashboard${path}`)
  /** A tab of its own for each test, so that they run side by side; what went wrong in it fails the test. */
  const inTab = (name: string, run: (tab: OpenPage) => Promise<void>) =>
    test(name, async () => {
      const tab = await openTab(signedIn)
      await run(tab)
      await tab.page.close()
      assert.deepEqual(tab.problems, [])
    })

  test('loads at most 150 KB of script before the first page', () => {
    const manifest: Manifest = JSON.parse(readFileSync(join(BUILT, 'manifest.json'), 'utf8'))
    const loaded = new Set<string>()
    const load = (name: string): void => {
      if (loaded.has(name)) return
      loaded.add(name)
      for (const imported of manifest[name]?.imports ?? []) load(imported)
    }
    for (const [name, { isEntry }] of Object.entries(manifest)) if (isEntry) load(name)
    const bytes = [...loaded].map((name) => gzipSync(readFileSync(join(BUILT, manifest[name]?.file ?? ''))).length)
    assert.ok(loaded.size > 0)
    assert.ok(bytes.reduce((sum, size) => sum + size, 0) <= MAX_INITIAL_BYTES, `${bytes}`)
  })

  inTab('opens every page in both themes and on a phone, without serious findings of axe', async ({ page }) => {
    const { careless } = world.world.actors
    const { id } = (
      await world.ask('POST', '/v1/webhooks', { url: 'https://hooks.example.com/', events: ['approval.new'] })
    ).data as { id: string }
    await world.ask('POST', '/v1/monitors', { address: careless, chain: 'ethereum' })
    await world.ask('PUT', `/v1/policies/${careless}`, { dailySpendingLimit: { usd: 100 } })
    await world.holdTransaction(careless)
    const kept = [...scans.values()]
    const signed = { address: careless, chain: 'ethereum', message: 'Sign in to example.com' }
    const { meta } = await world.ask('POST', '/v1/scan/message', signed)
    const { data: share } = await world.ask('POST', `/v1/scans/${kept[4]}/share`, {})
    const tabs = await Promise.all(Array.from({ length: TABS }, () => openTab(page.context())))
    const { honeypot } = world.world.traps
    const found = await visitPages(tabs, `${world.url}/dashboard`, [
      `/contract/ethereum/${honeypot}?view=trade`,
      ...commonPaths(subjects()),
      '/',
      `/scans/${kept[4]}`,
      `/scans/${kept[4]}?view=calls`,
      `/scans/${kept[1]}?view=environments`,
      `/scans/${kept[1]}?view=validity`,
      `/scans/${kept[1]}?view=protection`,
      `/scans/${meta.requestId}`,
      `/shared#token=${(share as { token: string }).token}`,
      `/contract/ethereum/${honeypot}?view=privileges`,
      `/contract/ethereum/${honeypot}?view=source`,
      `/wallet/ethereum/${careless}?view=funding`,
      `/wallet/ethereum/${careless}?view=holdings`,
      `/wallet/ethereum/${careless}?view=associations`,
      `/webhooks/${id}`,
      `/policies/${careless}`,
      `/policies/${careless}/edit`,
    ])
    assert.deepEqual(found, [])
    const problems = tabs.flatMap((tab) => tab.problems)
    assert.deepEqual(
      problems.filter((text) => !/status of 404/.test(text)),
      [],
    )
    await Promise.all(tabs.map((tab) => tab.page.close()))
  })

  test('asks visitors to sign in, and refuses a link that was used', async () => {
    const visitor = await openPage(world.browser)
    await goTo(visitor.page, '/settings/keys')
    await visitor.page.getByRole('heading', { name: 'Sign in to Redoubt' }).waitFor()
    assert.equal(await visitor.page.getByText('checkout server').count(), 0)
    await goTo(visitor.page, '/sign-in#token=rdl_0000000000000000000000000000000000000000000')
    await visitor.page.getByRole('alert').waitFor()
    await visitor.page.context().close()
  })

  inTab('explains a drain one click after the first page, down to the calls that took the tokens', async ({ page }) => {
    await goTo(page, '/')
    await page.getByRole('button', { name: 'Claim your reward' }).click()
    await page.getByText('BLOCK', { exact: true }).waitFor()
    await page.getByText('You lose', { exact: false }).first().waitFor()
    await page.getByRole('tab', { name: 'Calls' }).click()
    await page.locator('.trace-line', { hasText: 'transferFrom' }).first().waitFor()
    assert.equal(await page.locator('.trace-line', { hasText: 'reads' }).count(), 0)
    await page.getByRole('checkbox', { name: /^Show \d+ read/ }).check()
    assert.notEqual(await page.locator('.trace-line', { hasText: 'reads' }).count(), 0)
  })

  inTab('scans pasted calldata, and keeps the verdict at an address of its own', async ({ page }) => {
    const { actors, traps } = world.world
    await goTo(page, '/')
    const call = { from: actors.careless, to: traps.drainer, data: '0x4e71d92d', value: '0' } // claim()
    await page.getByLabel('What should be examined?').fill(JSON.stringify(call))
    await page.getByText('Recognised as transaction.').waitFor()
    await page.getByRole('button', { name: 'Scan', exact: true }).click()
    await page.waitForURL('**/dashboard/scans/*')
    await page.getByText('BLOCK', { exact: true }).waitFor()
    await page.locator('summary', { hasText: 'Asset drain through existing approvals' }).click()
    await page.locator('.finding[open] .evidence').first().waitFor()
  })

  inTab('tells the facts of a scan while it runs', async ({ page }) => {
    // However quick the scan was: the answer comes when its facts were seen.
    const seen = Promise.withResolvers<void>()
    await page.route('**/v1/scan/contract*', async (route) => {
      const response = await route.fetch()
      await seen.promise
      await route.fulfill({ response })
    })
    await goTo(page, `/contract/ethereum/${world.world.traps.ruggable}`)
    await page.getByText(/^\d+ of \d+ facts$/).waitFor()
    seen.resolve()
    await page.getByRole('tab', { name: 'Overview' }).waitFor()
  })

  inTab('finds pages and subjects by keyboard', async ({ page }) => {
    await goTo(page, '/scans')
    await page.getByRole('heading', { name: 'Scan history' }).waitFor()
    await page.keyboard.press('/')
    await page.getByRole('combobox').fill('webh')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor()
    await page.keyboard.press('/')
    await page.getByRole('combobox').fill(world.world.traps.honeypot)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/contract/ethereum/*')
    await page.getByText('Honeypot token').first().waitFor()
  })

  test('lets a person without a mouse sign in, scan, create a key, see it once, and revoke it', async () => {
    const { page, problems } = await openPage(world.browser)
    const { keyboard } = page
    const { trader, friend } = world.world.actors
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const press = async (name: string) => {
      await pressUntilFocused(page, button(name))
      await keyboard.press('Enter')
    }
    await goTo(page, '/')
    await pressUntilFocused(page, page.getByLabel('Name'))
    await keyboard.type('ada')
    await keyboard.press('Tab')
    await keyboard.type(PASSWORD)
    await keyboard.press('Enter')
    await page.getByLabel('What should be examined?').waitFor()
    await keyboard.insertText(JSON.stringify({ from: trader, to: friend, value: '1' }))
    await keyboard.press('Enter')
    await page.getByText('PROCEED', { exact: true }).waitFor()
    await keyboard.press('/')
    await keyboard.type('api k')
    await keyboard.press('Enter')
    await page.getByRole('heading', { name: 'API keys' }).waitFor()
    await press('Create new key')
    await keyboard.type('made in a test')
    await press('Create key')
    const key = await page.locator('.secret code').innerText()
    const asks = () => fetch(`${world.url}/v1/scans`, { headers: { authorization: `Bearer ${key}` } })
    assert.match(key, /^svc_test_/)
    assert.equal((await asks()).status, 200)
    await press('I have copied it')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    assert.equal(await page.getByText(key).count(), 0)
    await press('Revoke checkout server')
    await page.getByText('This key is in use.').waitFor()
    await keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await press('Revoke made in a test')
    await press('Revoke key')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await button('Revoke made in a test').waitFor({ state: 'detached' })
    assert.equal((await asks()).status, 401)
    assert.deepEqual(problems, [])
    await page.context().close()
  })

  inTab('shows an event when it happens', async ({ page }) => {
    const { data } = await world.ask('POST', '/v1/webhooks', {
      url: 'https://a.example.com/',
      events: ['approval.new'],
    })
    await goTo(page, '/events')
    await page.getByRole('status').getByText('Live', { exact: true }).waitFor()
    await world.ask('POST', `/v1/webhooks/${(data as { id: string }).id}/test`, {})
    await page.locator('td', { hasText: 'webhook.test' }).first().waitFor()
  })

  inTab('shows what was delivered, activates a webhook that failed, and sends again', async ({ page }) => {
    const { receiver } = world
    receiver.answer.status = 500
    const made = await world.ask('POST', '/v1/webhooks', { url: receiver.url, events: ['approval.new'] })
    const webhook = `/v1/webhooks/${(made.data as { id: string }).id}`
    await world.ask('POST', `${webhook}/test`, {})
    const status = async () => ((await world.ask('GET', webhook)).data as { status: string }).status
    // An account is limited to 1,000 requests a minute.
    while ((await status()) !== 'failing') await page.waitForTimeout(LOOK_MS)
    receiver.answer.status = 200
    await goTo(page, webhook.slice('/v1'.length))
    await page.getByText('Deliveries are parked.').waitFor()
    await page.getByRole('button', { name: 'Activate' }).click()
    await page.getByText('Deliveries are parked.').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Show' }).click()
    const dialog = page.getByRole('dialog')
    await dialog
      .getByText(/^HTTP 500 in/)
      .nth(4)
      .waitFor()
    await dialog.locator('pre', { hasText: 'This is a test: nothing happened.' }).waitFor()
    await dialog.getByRole('button', { name: 'Send again' }).click()
    await dialog.waitFor({ state: 'detached' })
    const delivered = page.getByText('Delivered', { exact: true })
    while ((await delivered.count()) === 0) {
      await page.getByRole('button', { name: 'Refresh' }).click()
      await page.waitForTimeout(LOOK_MS)
    }
    await page.getByRole('button', { name: 'Send the events of 24 hours again' }).click()
    await page.getByText(/will be sent again/).waitFor()
  })

  inTab('saves a report as PDF', async ({ page }) => {
    await goTo(page, `/report?entity=${world.world.traps.drainer}&chain=ethereum`)
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save as PDF' }).click()
    const file = await (await saved).path()
    assert.equal(readFileSync(file).subarray(0, 5).toString(), '%PDF-')
  })

  inTab('shows 200 hostile names as text', async ({ page }) => {
    const id = scans.get('swap')
    await page.route(`**/v1/scans/${id}`, async (route) => {
      const answer = await (await route.fetch()).json()
      await route.fulfill({ json: withHostileNames(answer) })
    })
    await goTo(page, `/scans/${id}`)
    await page.getByText('USD\\u{200b}C', { exact: false }).first().waitFor()
    await page.getByRole('tab', { name: 'Calls' }).click()
    await page.locator('.parameters dt').nth(150).waitFor()
    await page.locator('.trace-line').nth(150).waitFor()
    assert.equal(await page.locator('main :is(img, iframe, script, style, form, base, meta)').count(), 0)
  })
})
