import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { privateKeyToAccount } from 'viem/accounts'
import { createOperatorFetch } from '../../egress/src/operatorFetch.ts'
import { DEFAULT_GUARD } from '../../server/src/domain/rpc/rpcToken.ts'
import { createPasswordHasher } from '../../server/src/identity/passwordHasher.ts'
import { nodeRpc } from '../../server/src/sandbox/nodeRpc.ts'
import { demoScenarios } from '../../server/src/sandbox/scenarios.ts'
import { quietApp } from '../../server/src/testing/quietApp.ts'

const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync)

/** Why the tests of pages are skipped; where everything is required, a browser that is missing must not look like tests that pass. */
export const skip = executablePath === undefined && process.env.CI !== 'true' && 'there is no Chromium'

/** Of the owner, whose name is `ada`. */
export const PASSWORD = 'correct horse battery staple'

/** Routes that scan, which may be refused for a moment because others are at work. */
const SCANS = /\/v1\/(approvals|permissions|protect|risk|scan|wallet)\b/

export type DashboardWorld = Awaited<ReturnType<typeof startDashboard>>
export type OpenPage = { page: Page; problems: string[] }

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: executablePath ?? '',
    args: ['--no-sandbox', '--disable-quic', '--disable-gpu'],
  })
}

/** The whole service with its sandbox, an owner of an operator's account, and a browser. */
export async function startDashboard() {
  const receiver = await startReceiver()
  const launched = launchBrowser()
  const [{ app, url }, password] = await Promise.all([
    quietApp('test', { EGRESS_ALLOW: receiver.host, WEBHOOK_RETRY_MS: '1,1,1,1' }, { sandboxChains: ['ethereum'] }),
    createPasswordHasher().hash(PASSWORD),
  ])
  const { store } = app
  const account = (await store.accounts.list()).find(({ operator }) => operator)
  if (account === undefined) throw new Error('The service has no account of an operator.')
  const now = Date.now()
  const member = await store.members.create({ accountId: account.id, name: 'ada', role: 'owner', now })
  await store.members.setPassword(member.id, password)
  const { token: key } = await store.keys.create({
    accountId: account.id,
    name: 'checkout server',
    scopes: ['admin'],
    environment: 'test',
  })
  const [{ world, rpcUrls }, browser] = await Promise.all([app.sandbox(), launched])
  const http = createOperatorFetch()
  const rpc = nodeRpc(rpcUrls.ethereum, http)

  return {
    app,
    url,
    key,
    account,
    world: world.ethereum,
    rpc,
    receiver,
    browser,
    /** The link that the first start prints: it signs the owner in, once. */
    async link(): Promise<string> {
      const first = await app.firstLink(url)
      if (first === null) throw new Error('The owner has signed in before, or the dashboard is not built.')
      return first.url
    },
    /** Asks the API as the account's key. */
    async ask(method: string, path: string, body?: unknown): Promise<{ data: never; meta: { requestId: string } }> {
      const init: RequestInit = {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      }
      if (body !== undefined) init.body = JSON.stringify(body)
      const response = await fetch(url + path, init)
      const answer = await response.json()
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`)
      return answer
    },
    /** The six transactions of the demo, scanned and kept; ids by name. */
    async scanScenarios(): Promise<Map<string, string>> {
      const options = { deadlineMs: 30_000, trace: true, protect: true }
      const scanned = demoScenarios(world.ethereum).map(async ({ id, body }) => {
        const { meta } = await this.ask('POST', '/v1/scan/transaction', { ...body, options })
        return [id, meta.requestId] as const
      })
      return new Map(await Promise.all(scanned))
    },
    /** Signs a payment and sends it through the guarded RPC, which holds it. Answers its hash. */
    async sendGuarded(privateKey: Hex, payment: { to: Address; value: bigint }): Promise<Hex> {
      const account = privateKeyToAccount(privateKey)
      const { data } = await this.ask('POST', '/v1/rpc-tokens', { name: 'a wallet' })
      const raw = await account.signTransaction({
        type: 'eip1559',
        chainId: 1,
        nonce: Number(await rpc('eth_getTransactionCount', [account.address, 'latest'])),
        gas: 21_000n,
        maxFeePerGas: 50_000_000_000n,
        maxPriorityFeePerGas: 1_000_000_000n,
        ...payment,
      })
      const response = await fetch(`${url}/v1/rpc/ethereum/${(data as { token: string }).token}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_sendRawTransaction', params: [raw] }),
      })
      // A held transaction waits like one of the pool: the wallet is answered its hash.
      return ((await response.json()) as { result: Hex }).result
    },
    /** A transaction that a policy holds until it is approved. */
    holdTransaction(from: Address): Promise<{ id: string }> {
      const hash = `0x${randomBytes(32).toString('hex')}` as const
      const message = 'It is over the limit. <img src=x onerror=alert(1)>\u202e'
      return store.heldTransactions.hold(
        { accountId: account.id, environment: 'test' },
        {
          chain: 'ethereum',
          hash,
          transaction: {
            type: 2,
            chainId: 1,
            from,
            to: world.ethereum.actors.careless,
            nonce: 7,
            value: '1500000000000000000',
            data: '0x',
            gas: '21000',
            gasPrice: null,
            maxFeePerGas: '2000000000',
            maxPriorityFeePerGas: '1',
          },
          raw: '0x02',
          sentBy: null,
          guard: DEFAULT_GUARD,
          reason: { rule: 'policy', message, wallet: from, rules: [] },
          verdict: null,
          requestId: 'req_none',
          status: 'held',
          now,
          releaseAt: null,
          expiresAt: now + 86_400_000,
        },
        { max: 10, maxByToken: 10, eventOf: null },
      )
    },
    async close(): Promise<void> {
      await Promise.all([browser.close(), http.close()])
      await app.close()
      receiver.close()
    },
  }
}

/** A receiver of webhooks that answers what it is told to. */
async function startReceiver() {
  const answer = { status: 200 }
  const server = createServer((_request, response) => response.writeHead(answer.status).end())
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { host, url: `http://${host}/`, answer, close: () => server.close() }
}

/** A window of its own, without a session. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<OpenPage> {
  return openTab(await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options }))
}

/** A tab that collects scripts that fail, dialogs, and loads or styles that the content policy forbids. */
export async function openTab(context: BrowserContext): Promise<OpenPage> {
  const page = await context.newPage()
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('dialog', (dialog) => {
    problems.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('console', (message) => {
    // A visitor without a session is answered 401, and a scan of a busy machine 503, which the client sends again: the browser writes
    // both down by itself. Where the page gives up it says OVERLOADED.
    const { url } = message.location()
    const expected = /status of 401/.test(message.text()) || (/status of 503/.test(message.text()) && SCANS.test(url))
    if ((message.type() === 'error' || message.type() === 'warning') && !expected)
      problems.push(`${message.text()} ${url}`)
  })
  return { page, problems }
}

export async function signIn(world: DashboardWorld, { page }: OpenPage): Promise<void> {
  await page.goto(await world.link())
  await page.getByRole('heading', { name: 'New scan' }).waitFor()
}
