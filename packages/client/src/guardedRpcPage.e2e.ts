import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { type Browser, chromium, type Page } from 'playwright-core'
import { type Hex, parseEther } from 'viem'
import { build, type Rolldown } from 'vite'
import { ACTORS, type Actor } from '../../server/src/sandbox/actors.ts'
import { eventually, type GuardedWorld, startGuardedWorld } from '../../server/src/testing/guarded/guardedWorld.ts'
import type {} from './testing/walletPage.ts'

const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync)
/** Where everything is required, a browser that is missing must not look like tests that pass. */
const skip = executablePath === undefined && process.env.CI !== 'true' && 'there is no Chromium'

const { trader, friend, victimTwo, buyerOne } = ACTORS
const DRAIN = {
  to: '0xFC97d3520BAbfc504273A14fa6DE19569F1178ac',
  value: '28571428571428571',
  data: '0x4e71d92d',
  gas: '300000',
} as const
const MINE_EVERY_MS = 300
const TICKS_TO_FOLLOW = 4

describe('a page in a browser, whose wallet has the guarded URL for its node', { skip }, () => {
  let world: GuardedWorld
  let browser: Browser
  let site: Awaited<ReturnType<typeof startSite>>
  let mining: NodeJS.Timeout
  before(async () => {
    world = await startGuardedWorld()
    site = await startSite()
    browser = await chromium.launch({
      executablePath: executablePath ?? '',
      args: ['--no-sandbox', '--disable-quic', '--disable-gpu'],
    })
    // The first scan makes the engine, which takes longer than a send may.
    const { to, value, data } = DRAIN
    const body = { chain: 'ethereum', from: victimTwo.address, to, value, data, options: { deadlineMs: 30_000 } }
    await world.api('POST', '/v1/scan/transaction', body)
    mining = setInterval(() => void mineWhatWaits().catch(() => undefined), MINE_EVERY_MS)
  })
  after(async () => {
    clearInterval(mining)
    await browser?.close()
    await site?.close()
    await world?.close()
  })

  /** Ticks until the block after the last one with transactions. */
  let following = 0

  /**
   * Blocks without transactions would only make what is judged a block older, but for one: ethers looks for the receipt, and then waits
   * for the next block, which would never come where the transaction was mined between.
   */
  async function mineWhatWaits(): Promise<void> {
    const { pending } = (await world.node('txpool_status', [])) as { pending: Hex }
    const isFollowing = following > 0 && --following === 0
    if (Number(pending) === 0 && !isFollowing) return
    await world.mine()
    if (Number(pending) > 0) following = TICKS_TO_FOLLOW
  }

  /** A page of another origin, with the wallet of one account in it: it asks the guarded URL itself, and signs outside of the page. */
  async function open({ address, privateKey }: Actor): Promise<Page> {
    const page = await browser.newPage()
    await page.exposeFunction('signInWallet', (asked: { to: Hex; value?: Hex; data?: Hex }) =>
      world.sign(privateKey, { to: asked.to, value: BigInt(asked.value ?? 0), data: asked.data ?? '0x' }),
    )
    await page.addInitScript(injectWallet, { address, url: world.endpoint })
    await page.goto(site.url)
    return page
  }
  const coins = async ({ address }: Actor) => BigInt(String(await world.node('eth_getBalance', [address, 'latest'])))

  for (const library of ['viem', 'ethers'] as const) {
    const send = (page: Page, asked: Parameters<(typeof globalThis.sendBy)['viem']>[0]) =>
      page.evaluate(([name, one]) => globalThis.sendBy[name](one), [library, asked] as const)

    test(`${library}: a drain is refused with its reason, and nothing moves`, async () => {
      const page = await open(victimTwo)
      const before = await coins(victimTwo)
      const outcome = await send(page, DRAIN)
      assert.ok('refused' in outcome, JSON.stringify(outcome))
      assert.match(outcome.refused, /Refused: /)
      assert.deepEqual([outcome.code, outcome.rule], [-32_003, 'verdict'])
      assert.equal(await coins(victimTwo), before)
      await page.close()
    })

    test(`${library}: a payment is mined`, async () => {
      const page = await open(trader)
      const before = await coins(friend)
      const outcome = await send(page, { to: friend.address, value: String(parseEther('0.01')) })
      assert.ok('hash' in outcome, JSON.stringify(outcome))
      assert.equal(outcome.status, 'success')
      assert.equal((await coins(friend)) - before, parseEther('0.01'))
      await page.close()
    })

    test(`${library}: a held payment waits as pending until it is approved, and the page goes on`, async () => {
      await world.setPolicy(buyerOne.address, { timeDelay: { thresholdUsd: 1, seconds: 3_600 } })
      const page = await open(buyerOne)
      const before = await coins(friend)
      const outcome = send(page, { to: friend.address, value: String(parseEther('0.002')) })
      const { data } = await eventually(
        () => world.api('GET', '/v1/held-transactions?status=held'),
        ({ data: { transactions } }) => transactions.length > 0,
      )
      const [held] = data.transactions
      assert.deepEqual([held.from, held.rule], [buyerOne.address, 'policy'])
      assert.equal(await coins(friend), before, 'it waits')
      const approved = await world.api('POST', `/v1/held-transactions/${held.id}/approve`)
      assert.equal(approved.data.status, 'released', JSON.stringify(approved))
      assert.deepEqual(await outcome, { hash: held.hash, status: 'success' })
      assert.equal((await coins(friend)) - before, parseEther('0.002'))
      await page.close()
    })
  }
})

/** Runs in the page before its own scripts, as an extension's does (EIP-1193). */
function injectWallet({ address, url }: { address: string; url: string }): void {
  type Asked = { method: string; params?: readonly unknown[] }
  const page = globalThis as unknown as { signInWallet(asked: unknown): Promise<string> }
  const ask = async (method: string, params: readonly unknown[]) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    const { result, error } = (await response.json()) as {
      result?: unknown
      error?: { code: number; message: string; data?: unknown }
    }
    if (error) throw Object.assign(new Error(error.message), { code: error.code, data: error.data })
    return result
  }
  const request = async ({ method, params = [] }: Asked) => {
    if (/^eth_(requestA|a)ccounts$/.test(method)) return [address]
    if (method !== 'eth_sendTransaction') return ask(method, params)
    return ask('eth_sendRawTransaction', [await page.signInWallet(params[0])])
  }
  Object.assign(globalThis, { ethereum: { request, on() {}, removeListener() {} } })
}

/** The page with viem and ethers in it, as a bundler makes it. */
async function startSite() {
  const built = (await build({
    configFile: false,
    logLevel: 'silent',
    root: import.meta.dirname,
    build: {
      write: false,
      minify: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: new URL('testing/walletPage.ts', import.meta.url).pathname,
        output: { codeSplitting: false },
      },
    },
  })) as Rolldown.RolldownOutput
  const script = built.output.find((one) => one.type === 'chunk' && one.isEntry) as Rolldown.OutputChunk
  assert.equal(built.output.filter(({ type }) => type === 'chunk').length, 1, 'one script')
  const page = `<!doctype html><meta charset="utf-8"><title>Shop</title><script type="module">${script.code.replaceAll('</script', '<\\/script')}</script>`
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(page)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
