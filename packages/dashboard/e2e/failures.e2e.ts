import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { startTestWorld, type TestBrowser, type TestWorld } from '../../server/src/http/testing/testWorld.ts'
import { launchBrowser, openPage, skip } from './dashboardWorld.ts'
import { commonPaths } from './visitPages.ts'

const BUILT = join(import.meta.dirname, '../../server/site/dashboard')
const WALLET = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const MESSAGE = 'It failed on purpose.'
const WAIT_MS = 10_000

describe('when the service fails', { skip, timeout: 240_000 }, () => {
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

  test('every page says so, and none says that there is nothing', async () => {
    const { page, problems } = await openPage(browser)
    const [name = '', value = ''] = member.cookie.split('=')
    await page.context().addCookies([{ name, value, url: world.url }])
    const error = { code: 'INTERNAL_ERROR', message: MESSAGE, details: [] }
    const json = { success: false, error, meta: { requestId: 'r' } }
    // 400: the client repeats what a server could not do, which takes its time.
    const failing = ({ pathname }: URL) =>
      (pathname.startsWith('/v1/') && pathname !== '/v1/session') || pathname === '/readyz'
    await page.route(failing, (route) => route.fulfill({ status: 400, json }))
    const lying: string[] = []
    for (const path of [
      ...commonPaths({ wallet: WALLET, token: WALLET, site: 'https://app.example/' }),
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
})
