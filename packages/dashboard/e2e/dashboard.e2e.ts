import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { createOperatorFetch } from '../../egress/src/operatorFetch.ts'
import { nodeRpc } from '../../server/src/sandbox/nodeRpc.ts'
import { type DashboardWorld, type OpenPage, openPage, PHONE, signIn, skip, startDashboard } from './dashboardWorld.ts'
import { HOSTILE_NAMES } from './hostileNames.ts'

// The built dashboard in a browser, on the service with its sandbox. `npm run build:dashboard` builds it, as `npm ci` does.

const BUILT = join(import.meta.dirname, '../../server/site/dashboard')
const MAX_INITIAL_BYTES = 150 * 1024
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type AxeResult = { violations: { id: string; impact: string; nodes: { html: string }[] }[] }
type Manifest = Record<string, { file: string; isEntry?: boolean; imports?: string[] }>

describe('the dashboard', { skip, timeout: 300_000 }, () => {
  let world: DashboardWorld
  let desktop: OpenPage
  let scans: Map<string, string>

  before(async () => {
    world = await startDashboard()
    scans = await world.scanScenarios()
    desktop = await openPage(world.browser)
    await signIn(world, desktop)
  })
  after(() => world?.close())

  const goTo = (page: Page, path: string) => page.goto(`${world.url}/dashboard${path}`)

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

  test('asks visitors to sign in, and refuses a link that was used', async () => {
    const visitor = await openPage(world.browser)
    await goTo(visitor.page, '/settings/keys')
    await visitor.page.getByRole('heading', { name: 'Sign in to Redoubt' }).waitFor()
    assert.equal(await visitor.page.getByText('checkout server').count(), 0)
    await goTo(visitor.page, '/sign-in#token=rdl_0000000000000000000000000000000000000000000')
    await visitor.page.getByRole('alert').waitFor()
    await visitor.page.context().close()
  })

  test('scans pasted calldata, and keeps the verdict at an address of its own', async () => {
    const { page } = desktop
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
    assert.deepEqual(desktop.problems, [])
  })

  test('finds pages and subjects by keyboard', async () => {
    const { page } = desktop
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
    assert.deepEqual(desktop.problems, [])
  })

  test('creates a key, shows it once, and revokes it', async () => {
    const { page } = desktop
    await goTo(page, '/settings/keys')
    await page.getByRole('button', { name: 'Create new key' }).click()
    await page.getByLabel('Name', { exact: true }).fill('made in a test')
    await page.getByRole('button', { name: 'Create key' }).click()
    const key = await page.locator('.secret code').innerText()
    const asks = () => fetch(`${world.url}/v1/scans`, { headers: { authorization: `Bearer ${key}` } })
    assert.match(key, /^svc_test_/)
    assert.equal((await asks()).status, 200)
    await page.getByRole('button', { name: 'I have copied it' }).click()
    assert.equal(await page.getByText(key).count(), 0)
    await page.getByRole('button', { name: 'Revoke checkout server' }).click()
    await page.getByText('This key is in use.').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Revoke made in a test' }).click()
    await page.getByRole('button', { name: 'Revoke key' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Revoke made in a test' }).waitFor({ state: 'detached' })
    assert.equal((await asks()).status, 401)
    assert.deepEqual(desktop.problems, [])
  })

  test('revokes an approval with the wallet of the browser', async () => {
    const http = createOperatorFetch()
    const rpc = nodeRpc(world.rpcUrls.ethereum, http)
    const { careless } = world.world.actors
    const withWallet = await openPage(world.browser)
    const { page, problems } = withWallet
    const sent: Record<string, string>[] = []
    await rpc('anvil_impersonateAccount', [careless])
    await page.exposeFunction('askWallet', async (method: string, params: Record<string, string>[]) => {
      if (method === 'eth_requestAccounts') return [careless]
      if (method !== 'eth_sendTransaction') return rpc(method, params)
      sent.push(...params)
      const hash = await rpc(method, params)
      await rpc('anvil_mine', ['0x1'])
      return hash
    })
    await page.addInitScript(
      'window.ethereum = { request: ({ method, params }) => window.askWallet(method, params ?? []) }',
    )
    try {
      await signIn(world, withWallet)
      await goTo(page, '/approvals')
      await page.getByRole('button', { name: 'Use my wallet' }).click()
      await page.getByText('Value at risk').first().waitFor()
      await page.getByRole('button', { name: 'Revoke', exact: true }).first().click()
      await page.getByText('Revokes', { exact: true }).waitFor()
      await page.getByRole('button', { name: 'Sign 1 transaction' }).click()
      await page.getByText('Sent', { exact: false }).first().waitFor()
      assert.equal(sent.length, 1)
      // approve(spender, 0) of ERC-20.
      assert.match(String(sent[0]?.data), /^0x095ea7b3[0-9a-f]{64}0{64}$/)
      assert.deepEqual(problems, [])
    } finally {
      await rpc('anvil_stopImpersonatingAccount', [careless])
      await http.close()
      await page.context().close()
    }
  })

  test('says the rules of a policy in words, and cancels a held transaction', async () => {
    const { page, problems } = desktop
    const { careless } = world.world.actors
    await world.ask('PUT', `/v1/policies/${careless}`, {
      dailySpendingLimit: { usd: 100 },
      timeDelay: { thresholdUsd: 50, seconds: 600 },
      approvals: { forbidUnlimited: true },
    })
    const { id } = await world.holdTransaction(careless)
    await goTo(page, '/policies')
    await page.getByRole('link', { name: 'Show rules' }).click()
    await page.getByText('At most $100.00 leave in a day (UTC).').waitFor()
    await page.getByText('Requests of $50.00 or more wait 10 minutes.').waitFor()
    await page.getByText('Refuses unlimited approvals.').waitFor()
    await goTo(page, '/held')
    await page.getByText('It is over the limit.', { exact: false }).first().waitFor()
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await page.getByRole('button', { name: 'Cancel transaction' }).click()
    await page.getByText('The service does not send it.', { exact: false }).waitFor()
    const { data } = await world.ask('GET', `/v1/held-transactions/${id}`)
    assert.equal((data as { status: string }).status, 'cancelled')
    assert.deepEqual(problems, [])
  })

  test('shows 200 hostile names as text', async () => {
    const { page, problems } = desktop
    const id = scans.get('swap')
    await page.route(`**/v1/scans/${id}`, async (route) => {
      const answer = await (await route.fetch()).json()
      await route.fulfill({ json: withHostileNames(answer) })
    })
    await goTo(page, `/scans/${id}`)
    await page.getByText('USD\\u{200b}C', { exact: false }).first().waitFor()
    await goTo(page, `/scans/${id}?view=calls`)
    await page.locator('.parameters dt').nth(150).waitFor()
    await page.unroute(`**/v1/scans/${id}`)
    assert.equal(await page.locator('main :is(img, iframe, script, style, form, base, meta)').count(), 0)
    assert.deepEqual(problems, [])
  })

  test('opens every page in both themes and on a phone, without errors and without serious findings of axe', async () => {
    const { careless } = world.world.actors
    const { id } = (
      await world.ask('POST', '/v1/webhooks', { url: 'https://hooks.example.com/', events: ['approval.new'] })
    ).data as { id: string }
    await world.ask('POST', '/v1/monitors', { address: careless, chain: 'ethereum' })
    await world.holdTransaction(careless)
    const state = await desktop.page.context().storageState()
    const dark = await openPage(world.browser, { colorScheme: 'dark', viewport: PHONE, storageState: state })
    const kept = [...scans.values()]
    const paths = [
      '/',
      '/scans',
      `/scans/${kept[4]}`,
      `/scans/${kept[1]}?view=environments`,
      `/scans/${kept[1]}?view=validity`,
      `/contract/ethereum/${world.world.traps.honeypot}?view=trade`,
      `/wallet/ethereum/${careless}`,
      `/wallet/ethereum/${careless}?view=associations`,
      `/approvals?address=${careless}&chain=ethereum`,
      `/site?url=${encodeURIComponent('https://app.uniswap.org')}`,
      `/report?entity=${world.world.traps.drainer}&chain=ethereum`,
      '/events',
      '/monitors',
      '/webhooks',
      `/webhooks/${id}`,
      '/policies',
      `/policies/${careless}`,
      '/held',
      '/networks',
      '/intelligence',
      '/settings/keys',
      '/settings/members',
      '/settings/usage',
      '/settings/audit',
    ]
    const found: string[] = []
    // Themes differ in colours alone: the light one is read where most of them are.
    for (const [{ page }, list] of [
      [dark, paths],
      [desktop, paths.slice(0, 9)],
    ] as const)
      for (const path of list) {
        await goTo(page, path)
        await page.getByRole('heading', { level: 1 }).first().waitFor()
        await page.locator('.spinner').first().waitFor({ state: 'detached' })
        const wide = 'document.documentElement.scrollWidth > document.documentElement.clientWidth'
        if (await page.evaluate(wide)) found.push(`${path}: wider than the window`)
        found.push(...(await seriousFindings(page)).map((finding) => `${path}: ${finding}`))
      }
    assert.deepEqual(found, [])
    assert.deepEqual(
      [...desktop.problems, ...dark.problems].filter((text) => !/status of 404/.test(text)),
      [],
    )
  })
})

/** A kept scan whose names are all a stranger's. */
function withHostileNames(answer: { data: { result: Record<string, never> } }): object {
  const { result } = answer.data as { result: Record<string, object> }
  const [change] = (result.simulation as { balanceChanges: object[] }).balanceChanges
  const named = (name: string, index: number) => ({ ...change, asset: name, account: index % 2 ? name : undefined })
  const warnings = HOSTILE_NAMES.map((name) => ({
    id: 'a-rule',
    severity: 'high',
    title: name,
    description: name,
    impact: 1,
    evidence: { [name]: name, list: [name] },
  }))
  const parameters = HOSTILE_NAMES.map((name) => ({ name, type: name, value: name, display: name, label: name }))
  const balanceChanges = HOSTILE_NAMES.map((name, index) => ({ ...named(name, index), account: name }))
  return {
    ...answer,
    data: {
      ...answer.data,
      result: {
        ...result,
        warnings,
        decoded: { ...result.decoded, parameters, functionName: HOSTILE_NAMES[0], contractName: HOSTILE_NAMES[1] },
        simulation: { ...result.simulation, balanceChanges },
        explanation: { ...result.explanation, summary: HOSTILE_NAMES[2], details: HOSTILE_NAMES.join(' ') },
      },
    },
  }
}

/** Serious and critical findings of axe-core (WCAG 2 A and AA), each with the first element. */
async function seriousFindings(page: Page): Promise<string[]> {
  await page.evaluate(AXE)
  const { violations } = await page.evaluate<AxeResult>(
    "axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'], resultTypes: ['violations'] })",
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id} ${nodes[0]?.html.slice(0, 200)}`)
}
