import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { chromium } from 'playwright-core'
import { HOSTILE_NAMES } from '../../packages/dashboard/e2e/hostileNames.ts'
import { createOperatorFetch } from '../../packages/egress/src/operatorFetch.ts'
import { SCOPES } from '../../packages/server/src/domain/apiKey.ts'
import { nodeRpc } from '../../packages/server/src/sandbox/nodeRpc.ts'
import { type ScanService, startScanService } from '../../packages/server/src/testing/scanService.ts'
import { EXAMPLE_CALLS } from './exampleCalls.ts'
import { type Place, type Ran, runJavaScript, runPython, runShell, snippetsOf } from './runSnippets.ts'

// Runs every snippet of the documentation against the sandbox, and opens its pages in Chromium. RECORD_ANSWERS=1 also writes the
// answers that the pages show.

const ANSWERS = join(import.meta.dirname, 'answers.generated.json')
const MAX_ITEMS = 2

describe('the documentation', { timeout: 240_000 }, () => {
  let service: ScanService
  let place: Place

  before(async () => {
    service = await startScanService('test')
    const { rpcUrls } = await service.app.sandbox()
    const sentHash = await hashOfSent(rpcUrls.ethereum)
    place = { url: service.url, token: await allowedKey(service), values: { sentHash } }
  })
  after(() => service.close())

  test('curl commands succeed, and their answers have the members that the pages show', async () => {
    const ran = await runShell(snippetsOf('sh'), place)
    assert.deepEqual(failures(ran), [])
    const answers = answersOf(ran)
    if (process.env.RECORD_ANSWERS === '1') writeFileSync(ANSWERS, `${JSON.stringify(answers, null, 1)}\n`)
    const shown = existsSync(ANSWERS) ? JSON.parse(readFileSync(ANSWERS, 'utf8')) : {}
    assert.deepEqual(members(answers), members(shown), 'RECORD_ANSWERS=1 node --test scripts/site/documentation.e2e.ts')
  })

  test('JavaScript snippets succeed', async () => {
    assert.deepEqual(failures(await runJavaScript(snippetsOf('js'), place)), [])
  })

  test('Python snippets succeed', async () => {
    assert.deepEqual(failures(await runPython(snippetsOf('py'), place)), [])
  })

  // Where everything is required, a browser that is missing must not look like tests that pass.
  const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync)
  const skip = executablePath === undefined && process.env.CI !== 'true' && 'there is no Chromium'

  test('a reader on a phone searches, chooses a language and tries a call', { skip }, async () => {
    const { browser, page, problems } = await openBrowser(executablePath ?? '')
    try {
      await page.goto(`${place.url}/docs`)
      assert.equal(await page.title(), 'Quick start · Redoubt')
      const isWide = () => page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth')
      assert.equal(await isWide(), false)

      await page.getByRole('searchbox').fill('judge transaction signed')
      await page.getByRole('option', { name: 'Judge a transaction before it is signed' }).click()
      await page.waitForURL('**/docs/api/scanTransaction')
      assert.equal(await isWide(), false)

      await page.getByRole('tab', { name: 'JavaScript' }).click()
      await page.getByRole('tabpanel').getByText('createClient').first().waitFor()
      assert.equal(await page.getByText('curl -s').isVisible(), false)

      await page.getByLabel('Key', { exact: true }).fill(place.token)
      await page.getByRole('button', { name: 'Send' }).click()
      await page.locator('output pre', { hasText: '"recommendation": "BLOCK"' }).waitFor()

      await page.route('**/v1/scan/transaction', async (route) => {
        const { data, ...rest } = (await (await route.fetch()).json()) as { data: { warnings: object[] } }
        const warnings = HOSTILE_NAMES.map((name) => ({ ...data.warnings[0], title: name, description: name }))
        await route.fulfill({ json: { ...rest, data: { ...data, warnings } } })
      })
      await page.getByRole('button', { name: 'Send' }).click()
      await page.locator('output pre', { hasText: '<img src=x onerror=alert(1)>' }).waitFor()
      assert.equal(await page.locator('output pre *').count(), 0, 'hostile names stay text')
      assert.deepEqual(problems, [])

      const missing = await page.goto(`${place.url}/docs/guide/none`)
      assert.equal(missing?.status(), 404)
      assert.equal(await page.title(), 'No such page · Redoubt')
      await page.getByRole('searchbox').fill('settings')
      await page.getByRole('option', { name: 'Settings' }).first().click()
      await page.waitForURL('**/docs/settings')
      assert.equal(await isWide(), false)
    } finally {
      await browser.close()
    }
  })
})

/** Hash of the latest transaction on the chain. */
async function hashOfSent(rpcUrl: string): Promise<string> {
  const http = createOperatorFetch()
  try {
    const rpc = nodeRpc(rpcUrl, http)
    for (let at = Number(await rpc('eth_blockNumber', [])); at > 0; at--) {
      const block = await rpc('eth_getBlockByNumber', [`0x${at.toString(16)}`, false])
      const [hash] = (block as { transactions: string[] }).transactions
      if (hash !== undefined) return hash
    }
    throw new Error('The sandbox has no transaction.')
  } finally {
    await http.close()
  }
}

/** A key of an operator that may do everything. */
async function allowedKey({ app: { store } }: ScanService): Promise<string> {
  const { id: accountId } = await store.accounts.create({ name: 'docs', plan: 'enterprise', operator: true })
  const { token } = await store.keys.create({ accountId, name: 'docs', scopes: [...SCOPES], environment: 'test' })
  return token
}

/** Opens a window; `problems` collects scripts that fail and loads that the policy forbids or the service does not have. */
async function openBrowser(executablePath: string) {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-quic'] })
  const page = await browser.newPage({ viewport: { width: 390, height: 800 } })
  const problems: string[] = []
  page.on('dialog', (dialog) => problems.push(dialog.message()))
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  return { browser, page, problems }
}

function failures(ran: readonly Ran[]): string[] {
  return ran.flatMap(({ id, error }) => (error === null ? [] : [`${id}: ${error}`]))
}

function answersOf(ran: readonly Ran[]): Record<string, unknown> {
  const byId = new Map(ran.map(({ id, answer }) => [id, answer]))
  return Object.fromEntries(EXAMPLE_CALLS.map(({ operation }) => [operation, shortened(byId.get(operation))]))
}

/** The answer as a page shows it: lists end after two items, and what only its owner may read is cut. */
function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map(shortened)
  if (typeof value === 'string') return value.replace(/^(whsec_|svc_(?:test|live|stream)_).+/, '$1…')
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shortened(member)]))
}

/** Names of the members of each answer's `data`. */
function members(answers: Record<string, unknown>): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(answers).map(([operation, answer]) => [
      operation,
      Object.keys((answer as { data?: object } | null)?.data ?? {}).sort(),
    ]),
  )
}
