import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { ACTORS } from '../../server/src/sandbox/actors.ts'
import {
  type DashboardWorld,
  type OpenPage,
  openPage,
  openTab,
  signIn,
  skip,
  startDashboard,
} from './dashboardWorld.ts'
import { injectWallet } from './injectWallet.ts'

// What a person changes in the dashboard: policies, held transactions, overrides, approvals.

describe('in the dashboard', { skip, timeout: 300_000, concurrency: 4 }, () => {
  let world: DashboardWorld
  let signedIn: BrowserContext

  before(async () => {
    world = await startDashboard()
    const first = await openPage(world.browser)
    await signIn(world, first)
    signedIn = first.page.context()
  })
  after(() => world?.close())

  const goTo = (page: Page, path: string) => page.goto(`${world.url}/dashboard${path}`)
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
  /** A tab of its own for each test, so that they run side by side; what went wrong in it fails the test. */
  const inTab = (name: string, run: (tab: OpenPage) => Promise<void>) =>
    test(name, async () => {
      const tab = await openTab(signedIn)
      await run(tab)
      await tab.page.close()
      // A wallet without a policy is answered 404, which the browser writes down by itself.
      assert.deepEqual(
        tab.problems.filter((text) => !/status of 404/.test(text)),
        [],
      )
    })

  test('all risky approvals are revoked by a wallet that signs, and one that it refuses waits for another try', async () => {
    const { careless } = world.world.actors
    const { page, problems } = await openPage(world.browser, { storageState: await signedIn.storageState() })
    const wallet = await injectWallet(page, world, ACTORS.careless)
    await goTo(page, '/approvals')
    await press(page, 'Use my wallet')
    await page.getByText('Value at risk').first().waitFor()
    const stat = (name: string) => page.locator('.stat', { hasText: name }).locator('dd')
    assert.ok(Number(await stat('Risky').innerText()) >= 2)
    await press(page, 'Revoke all risky')
    // One transaction may revoke several approvals.
    const sign = page.getByRole('button', { name: /^Sign \d+ transaction/ })
    const left = async () => Number(/\d+/.exec(await sign.innerText())?.[0])
    await sign.waitFor()
    const all = await left()
    assert.ok(all >= 2, `${all} transactions`)
    wallet.refuseAfter(1)
    await sign.click()
    await page.getByRole('alert').getByText('The wallet did not sign.').waitFor()
    await page.getByText('The request was refused there.').waitFor()
    await page.getByText('Mined', { exact: true }).waitFor()
    assert.deepEqual(
      [wallet.sent.length, await left(), await page.getByText('not sent').count()],
      [1, all - 1, all - 1],
    )
    wallet.refuseAfter(Number.POSITIVE_INFINITY)
    await sign.click()
    await page
      .getByText('Mined', { exact: true })
      .nth(all - 1)
      .waitFor()
    assert.equal(new Set(wallet.sent).size, all)
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click()
    await page.getByText('No live approval was found').waitFor()
    assert.equal(await stat('Risky').innerText(), '0')
    assert.ok(await page.getByRole('button', { name: 'Revoke all risky' }).isDisabled())
    const { data } = await world.ask('GET', `/v1/wallet/approvals/${careless}?chain=ethereum`)
    assert.deepEqual((data as { approvals: unknown[] }).approvals, [])
    assert.deepEqual(problems, [])
    await page.context().close()
  })

  inTab('says the rules of a policy in words, and cancels a held transaction', async ({ page }) => {
    const { trader } = world.world.actors
    await world.ask('PUT', `/v1/policies/${trader}`, {
      dailySpendingLimit: { usd: 100 },
      timeDelay: { thresholdUsd: 50, seconds: 600 },
      approvals: { forbidUnlimited: true },
    })
    const { id } = await world.holdTransaction(trader)
    const row = page.locator('tr', { hasText: `${trader.slice(0, 6)}…` })
    await goTo(page, '/policies')
    await row.getByRole('link', { name: 'Show rules' }).click()
    await page.getByText('At most $100.00 leave in a day (UTC).').waitFor()
    await page.getByText('Requests of $50.00 or more wait 10 minutes.').waitFor()
    await page.getByText('Refuses unlimited approvals.').waitFor()
    await goTo(page, '/held')
    await row.getByText('It is over the limit.', { exact: false }).waitFor()
    await row.getByRole('button', { name: 'Cancel', exact: true }).click()
    await page.getByRole('button', { name: 'Cancel transaction' }).click()
    await page.getByText('The service does not send it.', { exact: false }).waitFor()
    const { data } = await world.ask('GET', `/v1/held-transactions/${id}`)
    assert.equal((data as { status: string }).status, 'cancelled')
  })

  inTab('records a scan as a signed verdict, and scans it again on an appeal', async ({ page }) => {
    const { honeypot } = world.world.traps
    await goTo(page, `/contract/ethereum/${honeypot}`)
    await press(page, 'Signed verdict')
    const saved = page.waitForEvent('download', { timeout: 120_000 })
    await press(page, 'Scan again and download')
    const file = await readFile(await (await saved).path(), 'utf8')
    const [, id = ''] = /^verdict-(.+)\.jws$/.exec((await saved).suggestedFilename()) ?? []
    const { data } = await world.ask('GET', `/v1/scans/${id}/verdict`)
    assert.equal(file, `${(data as { jws: string }).jws}\n`)
    await page.getByText(`Saved as verdict-${id}.jws.`).waitFor()
    await page.getByRole('button', { name: 'Close' }).first().click()
    await goTo(page, `/scans/${id}`)
    await press(page, 'Signed verdict')
    await page.getByRole('button', { name: 'Download', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Close' }).first().click()
    await press(page, 'Wrong verdict?')
    await page.getByLabel('All power lies with timelocks').check()
    await page.getByLabel('Reason').fill('It sells again.')
    await press(page, 'Send')
    await page.getByText('No finding changed.').waitFor({ timeout: 120_000 })
    const claim = page.getByRole('dialog').locator('tr', { hasText: 'All power lies with timelocks' })
    assert.match(await claim.innerText(), /no\s+no$/i)
    await page.getByRole('dialog').getByRole('link', { name: 'New scan' }).click()
    await page.waitForURL((url) => url.pathname.includes('/scans/') && !url.pathname.endsWith(id))
    await goTo(page, '/intelligence?view=feedback')
    const row = page.locator('tr', { hasText: 'It sells again.' })
    await row.getByText(/^\d+ → \d+$/).waitFor()
    await row.getByRole('button', { name: 'Decide' }).click()
    await page.getByRole('dialog').getByText('No finding changed.').waitFor()
  })

  inTab('sends a held transaction that a person approves', async ({ page }) => {
    const { friend, buyerOne } = world.world.actors
    await world.ask('PUT', `/v1/policies/${friend}`, { timeDelay: { thresholdUsd: 1, seconds: 600 } })
    const hash = await world.sendGuarded(ACTORS.friend.privateKey, { to: buyerOne, value: 1_000_000_000_000_000n })
    await goTo(page, '/held')
    const row = page.locator('tr', { hasText: `${friend.slice(0, 6)}…` })
    await row.getByRole('button', { name: 'Approve', exact: true }).click()
    await page.getByRole('dialog').getByText(buyerOne).waitFor()
    await page.getByRole('button', { name: 'Approve and send' }).click()
    await page.getByText('It was sent.').waitFor()
    assert.notEqual(await world.rpc('eth_getTransactionByHash', [hash]), null)
  })

  inTab('a policy is made from a template, loosened later, and deleted', async ({ page }) => {
    const { buyerTwo, buyerThree } = world.world.actors
    await goTo(page, '/policies')
    await page.getByRole('link', { name: 'New policy' }).click()
    await page.getByRole('radio', { name: /^Everyday wallet/ }).check()
    await page.getByLabel('Address', { exact: true }).fill(buyerTwo)
    await page.getByRole('checkbox', { name: 'Allowed recipients and contracts' }).check()
    await page.getByLabel('Accounts that may receive').fill(buyerThree)
    await press(page, 'Create policy')
    await page.getByRole('heading', { name: 'Version 1 is kept' }).waitFor()
    await page.getByRole('link', { name: 'Show policy' }).click()
    await page.getByText('At most $1,000.00 leave in a day (UTC).').waitFor()
    await page.getByText(`May receive: ${buyerThree.slice(0, 6)}…${buyerThree.slice(-4)}.`).waitFor()

    const stale = await page.context().newPage()
    await stale.goto(`${world.url}/dashboard/policies/${buyerTwo}/edit`)
    await stale.getByLabel('Per day (UTC)').waitFor()
    await page.getByRole('link', { name: 'Change' }).click()
    await page.getByLabel('Per day (UTC)').fill('5000')
    await page.getByLabel('Per any 24 hours').fill('')
    await press(page, 'Save policy')
    await page.getByRole('heading', { name: 'What it newly allows' }).waitFor()
    await page.getByText(/counts in (9|10) minutes .* until then the version before holds too/).waitFor()
    await page.getByText('Refuse', { exact: true }).first().waitFor()
    await stale.getByLabel('Per day (UTC)').fill('1')
    await press(stale, 'Save policy')
    await stale.getByRole('alert').getByText('The policy was changed meanwhile.').waitFor()
    await stale.close()

    await page.getByRole('link', { name: 'Show policy' }).click()
    await page.getByText(/holds too, and ends/).waitFor()
    await page.locator('tr', { hasText: 'Daily spending limit' }).getByText('Changed').waitFor()
    await press(page, 'Delete')
    await press(page, 'Delete policy')
    await page.getByText(/^Its rules stay in force until/).waitFor()
    await press(page, 'To the policies')
    await page.getByRole('heading', { name: 'Policies', exact: true }).waitFor()
  })

  inTab('operators make, change and remove overrides, and both logs tell of it', async ({ page }) => {
    await goTo(page, '/intelligence?view=overrides')
    await press(page, 'Add override')
    await page.getByLabel('Address, host or URL').fill('https://reward-claims.example/')
    await page.getByRole('radio', { name: /^Deny/ }).check()
    await page.getByLabel('Note').fill('asks for a seed phrase')
    await press(page, 'Save override')
    const row = page.locator('tr', { hasText: 'reward-claims.example' })
    await row.getByText('Denied: phishing').waitFor()
    await row.getByRole('button', { name: 'Change' }).click()
    await page.getByRole('radio', { name: /^Allow/ }).check()
    await page.getByLabel('Note').fill('was a mistake')
    await press(page, 'Save override')
    await row.getByText('Allowed').waitFor()
    await row.getByRole('button', { name: 'Remove' }).click()
    await press(page, 'Remove override')
    await row.waitFor({ state: 'detached' })
    await page.getByRole('tab', { name: 'Changes' }).click()
    await page.locator('tr', { hasText: 'override.remove' }).getByText('member:ada').waitFor()
    await goTo(page, '/settings/audit')
    await page.locator('tr', { hasText: 'override.removed' }).getByText('reward-claims.example').waitFor()
    assert.equal(await page.locator('tr', { hasText: 'override.set' }).count(), 2)
  })

  inTab('operators see how name servers, sites and lists fare', async ({ page }) => {
    await world.ask('POST', '/v1/scan/url', { url: 'https://lantern-airdrop.test/' })
    await goTo(page, '/networks')
    const row = page.getByRole('region', { name: 'Other sources' }).locator('tr', { hasText: 'Name servers' })
    await row.getByText('Answers').waitFor()
    await page.getByRole('region', { name: 'Lists' }).first().waitFor()
  })
})
